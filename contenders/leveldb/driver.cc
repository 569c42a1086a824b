// The Bloom filter of LevelDB, by its public filter policy: built once from all keys into
// a string, one hash of 32 bits, probes by adding a rotation of it.
#include <leveldb/db.h>
#include <leveldb/filter_policy.h>
#include <leveldb/slice.h>

#include <memory>

#include "../driver.h"

struct LevelDB {
  static constexpr bool deletes = false;
  std::unique_ptr<const leveldb::FilterPolicy> policy;
  std::vector<leveldb::Slice> keys;
  std::string filter;

  explicit LevelDB(const Job &job) : policy(leveldb::NewBloomFilterPolicy(int(job.number("param.bpk")))) { keys.reserve(job.members); }

  bool insert(Key key) {
    keys.emplace_back(key.data(), key.size());
    return true;
  }
  void build() { policy->CreateFilter(keys.data(), int(keys.size()), &filter); }
  bool contains(Key key) { return policy->KeyMayMatch(leveldb::Slice(key.data(), key.size()), filter); }
  bool remove(Key) { return false; }
  size_t bytes() const { return filter.size(); }
};

int main() {
  Job job = Job::read();
  Driver<LevelDB>(job).drive(std::to_string(leveldb::kMajorVersion) + "." + std::to_string(leveldb::kMinorVersion));
}
