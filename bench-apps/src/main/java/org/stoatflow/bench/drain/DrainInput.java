package org.stoatflow.bench.drain;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.bench.latency.BenchFailure;
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

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    void fill(LocalKafka kafka) throws BenchFailure {
        kafka.createTopic(topic(), partitions);
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ProducerConfig.BATCH_SIZE_CONFIG,
                1 << 18,
                ProducerConfig.LINGER_MS_CONFIG,
                20);
        Exception[] refused = new Exception[1];
        try (Producer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int number = 0; number < records; number++) {
                producer.send(
                        new ProducerRecord<>(topic(), partition(number), "key-" + key(number), value(number)),
                        (written, reason) -> refused[0] = reason == null ? refused[0] : reason);
            }
            producer.flush();
        }
        if (refused[0] != null) {
            throw new BenchFailure("the topic could not be filled: " + refused[0].getMessage(), refused[0]);
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
