package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.utils.Utils;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.processor.StreamPartitioner;

/**
 * Joins of tables by foreign keys. Input comes in phases, each processed before the next one. In a phase a row changes
 * once, and no other one that it is joined with: so what comes out follows from the input alone.
 */
final class ForeignKeyRows {
    private static final int LEFT_KEYS = 12;
    private static final int RIGHT_KEYS = 8;
    private static final int PHASES = 8;
    private static final int LEFT_PARTITIONS = 2;
    private static final int RIGHT_PARTITIONS = 3;

    private ForeignKeyRows() {}

    /** A program of the tables of both topics. */
    private interface Program {
        KTable<String, String> joined(KTable<String, String> left, KTable<String, String> right);
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(row("tables joined by a foreign key", ForeignKeyRows::inner, false));
        rows.add(row("tables joined by a foreign key, exactly once", ForeignKeyRows::inner, false)
                .exactlyOnce());
        rows.add(row("tables joined by a foreign key before and after restarts", ForeignKeyRows::inner, true));
        rows.add(row("tables left-joined by a foreign key into a store", ForeignKeyRows::left, false));
        rows.add(row("tables left-joined by a foreign key before and after restarts", ForeignKeyRows::left, true)
                .exactlyOnce());
        rows.add(Row.script("tables joined by a foreign key, with stores of the configuration's suppliers", at -> {
                    createInputs(at);
                    run(at, ForeignKeyRows::inner, false, phase -> change(at, phase, false));
                    at.note("stores that were asked for", AskedSuppliers.asked(at.place.applicationId()));
                })
                .with("dsl.store.suppliers.class", AskedSuppliers.class));
        // A join of a join is compared on the test drivers: what comes between depends on which answer is first, on
        // both.
        rows.add(Row.script("tables joined by a foreign key, with partitioners", at -> {
            createInputs(at);
            run(at, ForeignKeyRows::byDigit, false, phase -> change(at, phase, true));
        }));
        rows.add(Row.script("table joined with itself by a foreign key", at -> {
            at.create("in", LEFT_PARTITIONS);
            run(at, (left, right) -> inner(left, left), false, phase -> changeItself(at, phase));
        }));
        return rows;
    }

    private static Row row(String name, Program program, boolean restarts) {
        return Row.script(name, at -> {
            createInputs(at);
            run(at, program, restarts, phase -> change(at, phase, false));
        });
    }

    private static void createInputs(Scene at) {
        at.create("in", LEFT_PARTITIONS);
        at.create("more", RIGHT_PARTITIONS);
    }

    // ---- programs

    private static KTable<String, String> inner(KTable<String, String> left, KTable<String, String> right) {
        return left.join(right, ForeignKeyRows::foreignKey, ForeignKeyRows::both);
    }

    private static KTable<String, String> left(KTable<String, String> left, KTable<String, String> right) {
        return left.leftJoin(
                right,
                (key, value) -> foreignKey(value),
                ForeignKeyRows::both,
                TableJoined.as("both"),
                Materialized.as("joined"));
    }

    private static KTable<String, String> byDigit(KTable<String, String> left, KTable<String, String> right) {
        StreamPartitioner<String, Void> digit =
                (topic, key, value, partitions) -> Optional.of(Set.of(digitOf(key) % partitions));
        return left.join(right, ForeignKeyRows::foreignKey, ForeignKeyRows::both, TableJoined.with(digit, digit));
    }

    private static int digitOf(String key) {
        return key == null ? 0 : Integer.parseInt(key.substring(1));
    }

    /** A value is the key of another row and a text; some have none. */
    private static String foreignKey(String value) {
        return value.startsWith("-") ? null : value.substring(0, value.indexOf(' '));
    }

    private static String both(String left, String right) {
        return left + "&" + right;
    }

    // ---- how they are run

    /** Feeds one phase. */
    private interface Feed {
        void send(int phase);
    }

    private static void run(Scene at, Program program, boolean restarts, Feed feed) {
        at.createOutput("out", LEFT_PARTITIONS, Map.of());
        KafkaStreams app = null;
        for (int phase = 0; phase < PHASES; phase++) {
            feed.send(phase);
            at.flush();
            if (app == null) {
                app = started(at, program);
            }
            at.awaitCommitted(app);
            at.awaitCommitted(app); // answers that came while the ends of topics were read
            if (restarts && phase % 3 == 2) {
                at.close(app);
                app = null;
            }
        }
        if (app != null) {
            at.close(app);
        }
        if (restarts) {
            at.restores.clear(); // what a restart restores differs
        }
    }

    private static KafkaStreams started(Scene at, Program program) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table(at.in());
        program.joined(left, at.inputs.containsKey("more") ? builder.table(at.topic("more")) : left)
                .toStream()
                .to(at.out());
        return at.started(builder.build());
    }

    // ---- input

    /** Changes or deletes most rows of one table: of the right one in even phases. */
    private static void change(Scene at, int phase, boolean byDigit) {
        Random random = new Random(phase);
        boolean right = phase % 2 == 0;
        for (int i = 0; i < (right ? RIGHT_KEYS : LEFT_KEYS); i++) {
            String key = "k" + i;
            String value = right ? "r" + phase : reference(random.nextInt(RIGHT_KEYS + 2), random) + phase;
            int partitions = right ? RIGHT_PARTITIONS : LEFT_PARTITIONS;
            if (phase < 2 || random.nextInt(5) > 0) {
                send(
                        at,
                        right ? "more" : "in",
                        byDigit ? i % partitions : partition(key, partitions),
                        key,
                        phase > 1 && random.nextInt(4) == 0 ? null : value,
                        random);
            }
        }
    }

    /** Changes rows with even or odd digits, which refer to rows of the other kind. */
    private static void changeItself(Scene at, int phase) {
        Random random = new Random(phase);
        for (int i = phase % 2; i < LEFT_KEYS; i += 2) {
            String key = "k" + i;
            String value = reference((i + 1 + 2 * random.nextInt(LEFT_KEYS / 2)) % LEFT_KEYS, random) + phase;
            send(
                    at,
                    "in",
                    partition(key, LEFT_PARTITIONS),
                    key,
                    phase > 1 && random.nextInt(4) == 0 ? null : value,
                    random);
        }
    }

    private static String reference(int digit, Random random) {
        return random.nextInt(6) == 0 ? "- " : "k" + digit + " ";
    }

    private static void send(Scene at, String topic, int partition, String key, String value, Random random) {
        at.send(topic, partition, Feeds.BEGIN + random.nextInt(100_000), key, value);
    }

    private static int partition(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }
}
