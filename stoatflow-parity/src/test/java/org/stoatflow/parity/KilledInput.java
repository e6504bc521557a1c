package org.stoatflow.parity;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.utils.Utils;
import org.stoatflow.parity.KilledReference.In;

/**
 * Input with times out of order, made from a seed. Tables come before streams; what closes all windows
 * comes last, as joins of two topics have the same results only when nothing of the other topic is too late.
 *
 * @param tables updates and tombstones of tables
 * @param streams records of two streams, with updates of the table that no stream is joined with
 * @param closers for each partition and stream one record, long after all others
 */
record KilledInput(List<In> tables, List<In> streams, List<In> closers) {
    static final int PARTITIONS = 3;

    /** What the keys of closers begin with. */
    static final String CLOSER = "end";

    /** The topic of a global table: no offsets of it are committed. */
    static final String GLOBAL = "g";

    /** The topic of a versioned table, whose updates come out of order. */
    static final String VERSIONED = "v";

    /** The topic of a table that is joined by foreign key, and with no other operator. */
    static final String FOREIGN = "t3";

    /** The topics of tables. */
    static final List<String> TABLES = List.of("t1", "t2", FOREIGN, GLOBAL, VERSIONED);

    private static final int KEYS = 12;

    /** Always the same, so that a seed gives the same input. All topics keep what is that old. */
    private static final long BEGIN_MS = 1_704_067_200_000L;

    private static final long LATE_MS = 400;
    private static final long IN_TIME_MS = 40;

    /** @param late whether some records of streams come when their windows have closed */
    static KilledInput of(long seed, int records, boolean late) {
        Random random = new Random(seed);
        List<In> tables = new ArrayList<>();
        List<In> streams = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < records; i++) {
            long atMs = BEGIN_MS + 5L * i;
            String table = TABLES.get(random.nextInt(TABLES.size()));
            long tableMs = table.equals(VERSIONED) && random.nextInt(4) == 0 ? atMs - random.nextLong(LATE_MS) : atMs;
            tables.add(update(random, table, i, tableMs));
            long streamMs = atMs - random.nextLong(late && random.nextInt(8) == 0 ? LATE_MS : IN_TIME_MS);
            boolean isUpdate = random.nextInt(8) == 0;
            String key = key(random);
            while (!isUpdate && !taken.add(key + "@" + streamMs)) {
                streamMs--; // records of one key and time are joined by the order of the two topics
            }
            streams.add(
                    isUpdate
                            ? update(random, "t2", records + i, atMs)
                            : new In("s" + (1 + random.nextInt(2)), key, "v" + i, streamMs));
        }
        return new KilledInput(tables, streams, closers(BEGIN_MS + 5L * records + 1_800_000));
    }

    private static In update(Random random, String table, int number, long atMs) {
        boolean right = table.equals(FOREIGN);
        String key = right ? "f" + random.nextInt(5) : key(random);
        String value = table.equals("t1") ? "f" + random.nextInt(6) + ":" + number : "u" + number;
        return new In(table, key, random.nextInt(6) == 0 ? null : value, atMs);
    }

    private static String key(Random random) {
        return "k" + random.nextInt(KEYS);
    }

    private static List<In> closers(long atMs) {
        List<In> closers = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            int number = 0;
            while (partition(CLOSER + number) != partition) {
                number++;
            }
            closers.add(new In("s1", CLOSER + number, "end", atMs));
            closers.add(new In("s2", CLOSER + number, "end", atMs));
        }
        return closers;
    }

    /** As the producer shares keys out. */
    static int partition(String key) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % PARTITIONS;
    }

    List<In> all() {
        List<In> all = new ArrayList<>(tables);
        all.addAll(streams);
        all.addAll(closers);
        return all;
    }
}
