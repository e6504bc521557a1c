package org.stoatflow.bench.drain;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.TopicFill;
import org.stoatflow.bench.restore.RowText;
import org.stoatflow.localkafka.LocalKafka;

/**
 * The filled topic of one application. Its values all come out again, or they are lines of long words.
 *
 * @param app the topology's name in the programs
 */
record DrainInput(String app, int records, int valueBytes, int keys, int partitions) {
    static final List<String> APPS = List.of("stateless", "word-count", "rows");

    private static final int WORDS_IN_LINE = 8;
    private static final int VOCABULARY = 5_000;
    private static final int WORD_COUNT_SHARE = 10;

    static DrainInput of(String app, DrainOptions.Load load) {
        int records = app.equals("word-count") ? Math.ceilDiv(load.records(), WORD_COUNT_SHARE) : load.records();
        return new DrainInput(app, records, load.valueBytes(), load.keys(), load.partitions());
    }

    String topic() {
        return "drain-" + app;
    }

    long outputs() {
        return switch (app) {
            case "word-count" -> (long) records * WORDS_IN_LINE;
            case "rows" -> 0;
            default -> records;
        };
    }

    void fill(LocalKafka kafka) throws BenchFailure {
        kafka.createTopic(topic(), partitions);
        try (TopicFill fill = new TopicFill(kafka.bootstrapServers())) {
            for (int number = 0; number < records; number++) {
                fill.send(new ProducerRecord<>(topic(), partition(number), "key-" + key(number), value(number)));
            }
        }
    }

    /** The keys of "rows" come in no order; those of the others are one after the other. */
    private int key(int number) {
        return app.equals("rows") ? (int) Math.floorMod(number * 2_654_435_761L, (long) keys) : number % keys;
    }

    private int partition(int number) {
        return (app.equals("rows") ? key(number) : number) % partitions;
    }

    /** The value of a number, the same each time. */
    String value(int number) {
        if (app.equals("rows")) {
            return RowText.of(number, valueBytes);
        }
        if (!app.equals("word-count")) {
            return padded("value " + number, valueBytes);
        }
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < WORDS_IN_LINE; i++) {
            int word = (int) Math.floorMod((number * (long) WORDS_IN_LINE + i) * 2_654_435_761L, (long) VOCABULARY);
            line.append(i == 0 ? "" : " ").append(padded("word-" + word, valueBytes / WORDS_IN_LINE - 1));
        }
        return line.toString();
    }

    private static String padded(String text, int bytes) {
        return text + ".".repeat(Math.max(0, bytes - text.length()));
    }
}
