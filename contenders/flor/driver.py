"""The Bloom filter of flor, as PROTOCOL.md asks a contender to be driven."""

import mmap
import struct
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise

import flor


def read_job():
    job = {}
    for line in sys.stdin:
        key, _, value = line.rstrip("\n").split(" ", 2)
        if key == "end":
            return job
        job[key] = value
    sys.exit("the job has no end")


def say(key, value):
    value = str(value)
    print(key, len(value.encode()), value)


class Driver:
    def __init__(self, job):
        self.job = job
        self.members = int(job["members"])
        with open(job["keys"], "rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        n = self.members + int(job["absents"])
        if job.get("width") == "any":
            starts, texts = struct.unpack_from(f"<{n + 1}Q", data), 8 * (n + 1)
            keys = [data[texts + a : texts + b] for a, b in pairwise(starts)]
        else:
            keys = [data[at : at + 8] for at in range(0, 8 * n, 8)]
        self.inside, self.outside = keys[: self.members], keys[self.members :]
        self.answers = bytearray()
        self.refusals = set()
        self.filter = None

    def fresh(self):
        self.filter = flor.BloomFilter(int(self.job["capacity"]), float(self.job["param.fpr"]))

    def insert(self, keys):
        """add raises CapacityError when the filter has as many keys as it is for."""
        for key in keys:
            self.answers.append(self.taken(key))

    def taken(self, key):
        try:
            self.filter.add(key)
        except flor.BloomFilter.CapacityError as refusal:
            self.refusals.add(" ".join(["CapacityError", *str(refusal).split()]))
            return 0
        return 1

    def look(self, keys):
        self.answers.extend(1 if self.filter.check(key) else 0 for key in keys)

    def rate(self):
        self.fresh()
        self.insert(self.inside)
        self.look(self.inside)
        self.look(self.outside)

    def load(self):
        self.fresh()
        tried = 0
        for key in self.inside:
            tried += 1
            self.insert([key])
            if not self.answers[-1]:
                break
        self.look(self.inside[:tried])

    def copies(self):
        self.fresh()
        self.insert(self.inside[:-1])
        self.insert(self.inside[-1:] * int(self.job["copies"]))
        self.look(self.inside)

    def deletes(self):
        self.fresh()
        self.insert(self.inside)
        self.look(self.inside)
        self.look(self.inside)

    def time(self):
        ops, warm, rounds = self.job["ops"].split(), int(self.job["warm"]), int(self.job["rounds"])
        for turn in range(warm + rounds):
            self.fresh()
            self.answers = bytearray()
            start = time.thread_time_ns()
            self.insert(self.inside)
            inserted = time.thread_time_ns()
            hits = sum(1 for key in self.inside if self.filter.check(key))
            hit = time.thread_time_ns()
            positives = sum(1 for key in self.outside if self.filter.check(key))
            missed = time.thread_time_ns()
            if turn >= warm:
                for op, n, ns, yes in (
                    ("insert", len(self.inside), inserted - start, sum(self.answers)),
                    ("hit", len(self.inside), hit - inserted, hits),
                    ("miss", len(self.outside), missed - hit, positives),
                ):
                    if op in ops:
                        say("sample", f"{op} {n} {ns} {yes}")
        self.look(self.inside)
        self.look(self.outside)

    def drive(self):
        jobs = {"rate": self.rate, "load": self.load, "copies": self.copies, "deletes": self.deletes, "time": self.time}
        if self.job["job"] not in jobs:
            sys.exit("no job is called " + self.job["job"])
        jobs[self.job["job"]]()
        with open(self.job["answers"], "wb") as file:
            file.write(self.answers)
        try:
            say("version", version("flor"))
        except PackageNotFoundError:
            sys.exit("the version of flor is not known")
        say("bytes", len(self.filter._bytes))
        for refusal in sorted(self.refusals):
            say("refusal", refusal)
        say("clock", "thread")
        say("end", "")


if __name__ == "__main__":
    Driver(read_job()).drive()
