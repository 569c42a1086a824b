// The loops of a contender in C or C++: the job is read, keys are mapped, and what
// PROTOCOL.md asks for is done with a type that is known when this is compiled, so that
// nothing stands between a loop and the filter.
//
// A filter is a type with
//
//	Filter(const Job &)              an empty one
//	bool insert(Key key)             key.data() has key.size() bytes
//	void build()                     called once after the last insert
//	bool contains(Key key)
//	bool remove(Key key)             only called if deletes
//	size_t bytes()                   of its table
//	static constexpr bool deletes
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using Key = std::string_view;

struct Job {
  std::map<std::string, std::string> values;
  const char *keys = nullptr;
  const uint64_t *starts = nullptr;  // of keys of any length
  size_t members = 0, absents = 0;

  const std::string &text(const std::string &key) const {
    auto at = values.find(key);
    if (at == values.end()) fail("the job has no key " + key);
    return at->second;
  }
  size_t count(const std::string &key) const { return strtoull(text(key).c_str(), nullptr, 10); }
  double number(const std::string &key) const { return strtod(text(key).c_str(), nullptr); }
  Key member(size_t i) const { return starts ? Key(keys + starts[i], starts[i + 1] - starts[i]) : Key(keys + 8 * i, 8); }
  Key absent(size_t i) const { return member(members + i); }

  [[noreturn]] static void fail(const std::string &why) {
    std::cerr << why << std::endl;
    exit(1);
  }

  static Job read() {
    Job job;
    for (std::string line; std::getline(std::cin, line);) {
      size_t first = line.find(' '), second = line.find(' ', first + 1);
      if (first == std::string::npos || second == std::string::npos) fail("not a line of a job: " + line);
      if (line.compare(0, first, "end") == 0) return job.map(), job;
      job.values[line.substr(0, first)] = line.substr(second + 1);
    }
    fail("the job has no end");
  }

 private:
  void map() {
    members = count("members"), absents = count("absents");
    int file = open(text("keys").c_str(), O_RDONLY);
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0 || size_t(about.st_size) < 8 * (members + absents)) fail("the file of keys is too short or not there");
    if (about.st_size > 0) {
      void *at = mmap(nullptr, about.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
      if (at == MAP_FAILED) fail("the file of keys cannot be mapped");
      keys = static_cast<const char *>(at);
    }
    if (values.count("width") && text("width") == "any") {
      starts = reinterpret_cast<const uint64_t *>(keys), keys += 8 * (members + absents + 1);
      if (size_t(about.st_size) < 8 * (members + absents + 1) + starts[members + absents]) fail("the file of keys is too short");
    }
    close(file);
  }
};

inline int64_t thread_nanoseconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return int64_t(t.tv_sec) * 1000000000 + t.tv_nsec;
}

inline void say(const std::string &key, const std::string &value) { std::cout << key << ' ' << value.size() << ' ' << value << '\n'; }

template <class Filter>
class Driver {
 public:
  explicit Driver(const Job &job) : job(job) {}

  void drive(const std::string &version) {
    const std::string &name = job.text("job");
    if (name == "rate") rate();
    else if (name == "load") load();
    else if (name == "copies") copies();
    else if (name == "deletes") deletes();
    else if (name == "time") time();
    else Job::fail("no job is called " + name);
    FILE *file = fopen(job.text("answers").c_str(), "wb");
    if (!file || fwrite(answers.data(), 1, answers.size(), file) != answers.size() || fclose(file) != 0) Job::fail("the answers cannot be written");
    say("version", version);
    say("bytes", std::to_string(bytes));
    say("clock", "thread");
    say("end", "");
  }

 private:
  const Job &job;
  std::vector<uint8_t> answers;
  size_t bytes = 0;

  void insert(Filter &f) {
    for (size_t i = 0; i < job.members; i++) answers.push_back(f.insert(job.member(i)));
    finish(f);
  }
  void finish(Filter &f) { f.build(), bytes = f.bytes(); }
  void look(Filter &f, size_t members) {
    for (size_t i = 0; i < members; i++) answers.push_back(f.contains(job.member(i)));
  }
  void miss(Filter &f) {
    for (size_t i = 0; i < job.absents; i++) answers.push_back(f.contains(job.absent(i)));
  }

  void rate() {
    Filter f(job);
    insert(f), look(f, job.members), miss(f);
  }

  void load() {
    Filter f(job);
    size_t tried = 0;
    while (tried < job.members) {
      answers.push_back(f.insert(job.member(tried++)));
      if (!answers.back()) break;
    }
    finish(f), look(f, tried);
  }

  void copies() {
    Filter f(job);
    size_t times = job.count("copies"), hot = job.members - 1;
    for (size_t i = 0; i < hot; i++) answers.push_back(f.insert(job.member(i)));
    for (size_t i = 0; i < times; i++) answers.push_back(f.insert(job.member(hot)));
    finish(f), look(f, job.members);
    if constexpr (Filter::deletes) {
      for (size_t i = 0; i < times; i++) {
        answers.push_back(f.remove(job.member(hot)));
        answers.push_back(f.contains(job.member(hot)));
      }
      look(f, job.members);
    }
  }

  void deletes() {
    Filter f(job);
    insert(f), look(f, job.members);
    if constexpr (Filter::deletes)
      for (size_t i = 0; i < job.absents; i++) answers.push_back(f.remove(job.absent(i)));
    look(f, job.members);
  }

  bool timed(const char *op) const {
    std::istringstream ops(job.text("ops"));
    for (std::string one; ops >> one;)
      if (one == op) return true;
    return false;
  }

  void sample(bool report, const char *op, size_t operations, int64_t ns, size_t yes) {
    if (report && timed(op)) say("sample", std::string(op) + ' ' + std::to_string(operations) + ' ' + std::to_string(ns) + ' ' + std::to_string(yes));
  }

  void time() {
    size_t warm = job.count("warm"), rounds = job.count("rounds");
    std::vector<uint8_t> taken(job.members);
    for (size_t round = 0; round < warm + rounds; round++) {
      Filter f(job);
      bool report = round >= warm;
      int64_t start = thread_nanoseconds();
      for (size_t i = 0; i < job.members; i++) taken[i] = f.insert(job.member(i));
      f.build();
      int64_t inserted = thread_nanoseconds();
      size_t accepted = 0, hits = 0, positives = 0;
      for (uint8_t one : taken) accepted += one;
      int64_t before = thread_nanoseconds();
      for (size_t i = 0; i < job.members; i++) hits += f.contains(job.member(i));
      int64_t between = thread_nanoseconds();
      for (size_t i = 0; i < job.absents; i++) positives += f.contains(job.absent(i));
      int64_t after = thread_nanoseconds();
      sample(report, "insert", job.members, inserted - start, accepted);
      sample(report, "hit", job.members, between - before, hits);
      sample(report, "miss", job.absents, after - between, positives);
      if (round + 1 == warm + rounds) {
        bytes = f.bytes();
        answers = taken;
        look(f, job.members), miss(f);
      }
    }
  }
};
