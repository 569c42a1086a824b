import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;

/** Guava's Bloom filter of numbers or of texts, as PROTOCOL.md asks a contender to be driven. */
public final class Driver {
  private static final Funnel<Object> LONG = (key, into) -> into.putLong((Long) key);
  private static final Funnel<Object> INT = (key, into) -> into.putInt(((Long) key).intValue());
  private static final Funnel<Object> TEXT = (key, into) -> into.putBytes((byte[]) key);
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private final Map<String, String> job;
  private final LongBuffer keys;
  private final byte[][] texts; // null where keys are of 8 bytes
  private final int members;
  private final int absents;
  private final ByteArrayOutputStream answers = new ByteArrayOutputStream();
  private BloomFilter<Object> filter;

  public static void main(String[] args) throws IOException {
    try {
      new Driver(readJob()).drive();
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private static Map<String, String> readJob() throws IOException {
    Map<String, String> job = new HashMap<>();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] parts = line.split(" ", 3);
      if (parts.length != 3) throw new IllegalArgumentException("not a line of a job: " + line);
      if (parts[0].equals("end")) return job;
      job.put(parts[0], parts[2]);
    }
    throw new IllegalArgumentException("the job has no end");
  }

  private Driver(Map<String, String> job) throws IOException {
    this.job = job;
    members = Integer.parseInt(text("members"));
    absents = Integer.parseInt(text("absents"));
    try (FileChannel file = FileChannel.open(Path.of(text("keys")), StandardOpenOption.READ)) {
      ByteBuffer all = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size()).order(ByteOrder.LITTLE_ENDIAN);
      keys = all.asLongBuffer();
      texts = "any".equals(job.get("width")) ? texts(all, members + absents) : null;
    }
    if (keys.limit() < members + absents) throw new IllegalArgumentException("the file of keys is too short");
  }

  /** The file begins with where each text begins, and where the last one ends. */
  private static byte[][] texts(ByteBuffer all, int n) {
    byte[][] list = new byte[n][];
    int from = 8 * (n + 1);
    for (int i = 0; i < n; i++) {
      long begin = all.getLong(8 * i);
      list[i] = new byte[(int) (all.getLong(8 * i + 8) - begin)];
      all.get(from + (int) begin, list[i]);
    }
    return list;
  }

  private Object key(int i) {
    return texts == null ? (Object) keys.get(i) : texts[i];
  }

  private String text(String key) {
    String value = job.get(key);
    if (value == null) throw new IllegalArgumentException("the job has no key " + key);
    return value;
  }

  private static void say(String key, String value) {
    System.out.print(key + ' ' + value.length() + ' ' + value + '\n');
  }

  private void drive() throws IOException {
    switch (text("job")) {
      case "rate" -> {
        fresh();
        insert(0, members);
        look(0, members);
        look(members, absents);
      }
      case "load" -> { // put never refuses
        fresh();
        insert(0, members);
        look(0, members);
      }
      case "copies" -> {
        fresh();
        insert(0, members - 1);
        for (int i = 0; i < Integer.parseInt(text("copies")); i++) insert(members - 1, 1);
        look(0, members);
      }
      case "deletes" -> { // it has no delete
        fresh();
        insert(0, members);
        look(0, members);
        look(0, members);
      }
      case "time" -> time();
      case "reports" -> reports(Integer.parseInt(text("threads")));
      default -> throw new IllegalArgumentException("no job is called " + text("job"));
    }
    Files.write(Path.of(text("answers")), answers.toByteArray());
    say("version", version());
    say("bytes", Long.toString(bytes()));
    say("clock", "thread");
    say("end", "");
  }

  /** The version stands in the description that Maven leaves in the jar. */
  private static String version() throws IOException {
    Properties about = new Properties();
    try (InputStream in = BloomFilter.class.getResourceAsStream("/META-INF/maven/com.google.guava/guava/pom.properties")) {
      if (in == null) throw new IllegalArgumentException("the jar of Guava does not say its version");
      about.load(in);
    }
    return about.getProperty("version").replaceFirst("-jre$", "");
  }

  private void fresh() {
    filter = BloomFilter.create(texts != null ? TEXT : text("param.bytes").equals("4") ? INT : LONG, Long.parseLong(text("capacity")), Double.parseDouble(text("param.fpr")));
  }

  /** The words of its table, which its serial form holds after one byte each for strategy and probes and four for their number. */
  private long bytes() throws IOException {
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    filter.writeTo(form);
    return form.size() - 6;
  }

  // put says whether a bit changed; the key is in either way.
  private void insert(int from, int n) {
    for (int i = from; i < from + n; i++) {
      filter.put(key(i));
      answers.write(1);
    }
  }

  // What put says of itself: one by one, then of threads that put one key at once.
  private void reports(int threads) {
    fresh();
    for (int i = 0; i < members; i++) {
      look(i, 1);
      answers.write(filter.put(key(i)) ? 1 : 0);
    }
    for (int i = 0; i < members; i++) answers.write(filter.put(key(i)) ? 1 : 0);
    fresh();
    AtomicLong arrived = new AtomicLong();
    byte[][] told = new byte[threads][members];
    List<Thread> all = new ArrayList<>();
    for (byte[] mine : told) {
      all.add(new Thread(() -> {
        for (int i = 0; i < members; i++) {
          arrived.incrementAndGet();
          for (int spins = 0; arrived.get() < (long) threads * (i + 1); spins++) {
            if (spins < 10_000) Thread.onSpinWait(); else Thread.yield();
          }
          mine[i] = (byte) (filter.put(key(i)) ? 1 : 0);
        }
      }));
    }
    for (Thread one : all) one.start();
    try {
      for (Thread one : all) one.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (byte[] mine : told) answers.writeBytes(mine);
  }

  private void look(int from, int n) {
    for (int i = from; i < from + n; i++) answers.write(filter.mightContain(key(i)) ? 1 : 0);
  }

  private int count(int from, int n) {
    int yes = 0;
    for (int i = from; i < from + n; i++) if (filter.mightContain(key(i))) yes++;
    return yes;
  }

  private void time() {
    List<String> ops = Arrays.asList(text("ops").split(" "));
    int warm = Integer.parseInt(text("warm")), rounds = Integer.parseInt(text("rounds"));
    List<String> samples = new ArrayList<>();
    for (int round = 0; round < warm + rounds; round++) {
      if (round == warm) samples.clear();
      fresh();
      long start = CLOCK.getCurrentThreadCpuTime();
      for (int i = 0; i < members; i++) filter.put(key(i));
      long inserted = CLOCK.getCurrentThreadCpuTime();
      int hits = count(0, members);
      long hit = CLOCK.getCurrentThreadCpuTime();
      int positives = count(members, absents);
      long missed = CLOCK.getCurrentThreadCpuTime();
      if (ops.contains("insert")) samples.add("insert " + members + " " + (inserted - start) + " " + members);
      if (ops.contains("hit")) samples.add("hit " + members + " " + (hit - inserted) + " " + hits);
      if (ops.contains("miss")) samples.add("miss " + absents + " " + (missed - hit) + " " + positives);
    }
    for (String sample : samples) say("sample", sample);
    for (int i = 0; i < members; i++) answers.write(1);
    look(0, members);
    look(members, absents);
  }
}
