// The filters of the package bloom-filters, as PROTOCOL.md asks a contender to be driven.
'use strict'
const fs = require('fs')
const { BloomFilter, CountingBloomFilter, CuckooFilter } = require('bloom-filters')

function fail(why) {
  process.stderr.write(why + '\n')
  process.exit(1)
}

function readJob() {
  const job = {}
  for (const line of fs.readFileSync(0, 'utf8').split('\n')) {
    const [key, length, ...rest] = line.split(' ')
    if (key === 'end') return job
    if (length === undefined) fail('not a line of a job: ' + line)
    job[key] = rest.join(' ')
  }
  fail('the job has no end')
}

const job = readJob()
const text = key => (key in job ? job[key] : fail('the job has no key ' + key))
const number = key => Number(text(key))
const members = number('members')
const absents = number('absents')

// The package takes strings and buffers. A key of 8 bytes is handed over as its 16 hexadecimal
// digits, and a text as a string of a character for each byte; making them is not timed.
const file = fs.readFileSync(text('keys'))
const keys = []
const n = members + absents
const starts = i => 8 * (n + 1) + Number(file.readBigUInt64LE(8 * i))
for (let i = 0; i < n; i++) keys.push(job.width === 'any' ? file.toString('latin1', starts(i), starts(i + 1)) : file.toString('hex', 8 * i, 8 * i + 8))

// Each filter: how it is made, whether an insert took the key, and what its table has.
const kinds = {
  'js-bloom': {
    make: () => BloomFilter.create(number('capacity'), number('param.fpr')),
    insert: (f, key) => (f.add(key), true),
    bytes: f => Math.ceil(f.size / 8),
  },
  'js-counting': {
    make: () => CountingBloomFilter.create(number('capacity'), number('param.fpr')),
    insert: (f, key) => (f.add(key), true),
    remove: (f, key) => f.remove(key),
    // A cell is an array of a bit and a counter, two numbers of 8 bytes, behind a pointer of 8.
    bytes: f => 24 * f.size,
  },
  'js-cuckoo': {
    make: () => CuckooFilter.create(number('capacity'), number('param.fpr'), number('param.b'), 500),
    insert: (f, key) => f.add(key),
    remove: (f, key) => f.remove(key),
    // A fingerprint is a string of so many characters of one byte, behind a pointer of 8.
    bytes: f => (8 + f.fingerprintLength) * f.fullSize,
    slots: f => f.fullSize,
  },
}
const kind = kinds[text('filter')] || fail('no filter is called ' + text('filter'))

const answers = []
const refusals = new Set()
let filter

function fresh() {
  filter = kind.make()
  filter.seed = 1
}
function insert(i) {
  const taken = kind.insert(filter, keys[i])
  answers.push(taken ? 1 : 0)
  if (!taken) refusals.add(String(taken))
  return taken
}
function inserts(from, n) {
  for (let i = from; i < from + n; i++) insert(i)
}
function look(from, n) {
  for (let i = from; i < from + n; i++) answers.push(filter.has(keys[i]) ? 1 : 0)
}
function count(from, n) {
  let yes = 0
  for (let i = from; i < from + n; i++) if (filter.has(keys[i])) yes++
  return yes
}
function say(key, value) {
  process.stdout.write(`${key} ${Buffer.byteLength(value)} ${value}\n`)
}

const jobs = {
  rate() {
    fresh()
    inserts(0, members)
    look(0, members)
    look(members, absents)
  },
  load() {
    fresh()
    let tried = 0
    while (tried < members && insert(tried++));
    look(0, tried)
  },
  copies() {
    fresh()
    const hot = members - 1
    const copies = number('copies')
    inserts(0, hot)
    for (let i = 0; i < copies; i++) insert(hot)
    look(0, members)
    if (!kind.remove) return
    for (let i = 0; i < copies; i++) {
      answers.push(kind.remove(filter, keys[hot]) ? 1 : 0)
      look(hot, 1)
    }
    look(0, members)
  },
  deletes() {
    fresh()
    inserts(0, members)
    look(0, members)
    if (kind.remove) for (let i = members; i < members + absents; i++) answers.push(kind.remove(filter, keys[i]) ? 1 : 0)
    look(0, members)
  },
  time() {
    const ops = text('ops').split(' ')
    const warm = number('warm')
    const rounds = number('rounds')
    const clock = () => {
      const use = process.cpuUsage()
      return 1000 * (use.user + use.system)
    }
    const sample = (round, op, n, ns, yes) => {
      if (round >= warm && ops.includes(op)) say('sample', `${op} ${n} ${ns} ${yes}`)
    }
    const taken = new Uint8Array(members)
    for (let round = 0; round < warm + rounds; round++) {
      fresh()
      const start = clock()
      for (let i = 0; i < members; i++) taken[i] = kind.insert(filter, keys[i]) ? 1 : 0
      const inserted = clock()
      const hits = count(0, members)
      const hit = clock()
      const positives = count(members, absents)
      const missed = clock()
      sample(round, 'insert', members, inserted - start, taken.reduce((a, b) => a + b, 0))
      sample(round, 'hit', members, hit - inserted, hits)
      sample(round, 'miss', absents, missed - hit, positives)
    }
    for (const one of taken) answers.push(one)
    look(0, members)
    look(members, absents)
  },
}

const work = jobs[text('job')] || fail('no job is called ' + text('job'))
work()
fs.writeFileSync(text('answers'), Uint8Array.from(answers))
say('version', require('bloom-filters/package.json').version)
say('bytes', String(kind.bytes(filter)))
if (kind.slots) say('slots', String(kind.slots(filter)))
for (const refusal of refusals) say('refusal', refusal)
say('clock', 'process')
say('end', '')
