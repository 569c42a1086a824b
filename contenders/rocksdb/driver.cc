// The Bloom and Ribbon filters of RocksDB, as its tables build and ask them. The policy is
// public; the two interfaces that it hands out are declared in a header that is not
// installed, so they are declared here, member by member, as release 7.8 has them.
// Another release is refused, and conformance is checked before anything is timed.
#include <rocksdb/advanced_options.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/slice.h>
#include <rocksdb/status.h>
#include <rocksdb/table.h>
#include <rocksdb/version.h>

#include <memory>

#include "../driver.h"

static_assert(ROCKSDB_MAJOR == 7 && ROCKSDB_MINOR == 8, "the interfaces below are those of RocksDB 7.8");

namespace ROCKSDB_NAMESPACE {

class FilterBitsBuilder {
 public:
  virtual ~FilterBitsBuilder() {}
  virtual void AddKey(const Slice &key) = 0;
  virtual size_t EstimateEntriesAdded() = 0;
  virtual Slice Finish(std::unique_ptr<const char[]> *buffer) = 0;
};

class FilterBitsReader {
 public:
  virtual ~FilterBitsReader() {}
  virtual bool MayMatch(const Slice &entry) = 0;
};

}  // namespace ROCKSDB_NAMESPACE

using namespace ROCKSDB_NAMESPACE;

struct RocksDB {
  static constexpr bool deletes = false;
  std::unique_ptr<const FilterPolicy> policy;
  std::unique_ptr<FilterBitsBuilder> builder;
  std::unique_ptr<FilterBitsReader> reader;
  std::unique_ptr<const char[]> buffer;
  Slice content;

  explicit RocksDB(const Job &job) {
    double bits = job.number("param.bpk");
    if (job.text("filter") == "rocksdb-ribbon")
      policy.reset(NewRibbonFilterPolicy(bits, /*bloom_before_level=*/-1));
    else
      policy.reset(NewBloomFilterPolicy(bits));
    BlockBasedTableOptions options;
    options.format_version = 5;
    FilterBuildingContext context(options);
    context.compaction_style = kCompactionStyleLevel;
    context.level_at_creation = 1;
    context.reason = TableFileCreationReason::kCompaction;
    builder.reset(policy->GetBuilderWithContext(context));
    if (!builder) Job::fail("RocksDB makes no filter with these bits per key");
  }

  bool insert(Key key) {
    builder->AddKey(Slice(key.data(), key.size()));
    return true;
  }
  void build() {
    content = builder->Finish(&buffer);
    reader.reset(policy->GetFilterBitsReader(content));
  }
  bool contains(Key key) { return reader->MayMatch(Slice(key.data(), key.size())); }
  bool remove(Key) { return false; }
  size_t bytes() const { return content.size(); }
};

int main() {
  Job job = Job::read();
  std::string version = std::to_string(ROCKSDB_MAJOR) + "." + std::to_string(ROCKSDB_MINOR) + "." + std::to_string(ROCKSDB_PATCH);
  Driver<RocksDB>(job).drive(version);
}
