// The Bloom filter of libbloom: double hashing with MurmurHash2, any number of bits.
#include <bloom.h>

#include "../driver.h"

struct Libbloom {
  static constexpr bool deletes = false;
  bloom b;

  explicit Libbloom(const Job &job) {
    if (bloom_init(&b, int(std::max<size_t>(1000, job.count("capacity"))), job.number("param.fpr")) != 0) Job::fail("bloom_init refuses this size");
  }
  ~Libbloom() { bloom_free(&b); }
  Libbloom(const Libbloom &) = delete;

  // 0 says that the key was not there and is now, 1 that it looked present: both took it.
  bool insert(Key key) { return bloom_add(&b, key.data(), int(key.size())) >= 0; }
  void build() {}
  bool contains(Key key) { return bloom_check(&b, key.data(), int(key.size())) == 1; }
  bool remove(Key) { return false; }
  size_t bytes() const { return size_t(b.bytes); }
};

int main() {
  Job job = Job::read();
  Driver<Libbloom>(job).drive(bloom_version());
}
