package org.stoatflow.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.command.Arguments;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaException;
import org.stoatflow.localkafka.LocalKafkaOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./stoatflow broker}: a local Kafka broker with the topics of {@link FirstApplication}. It sends each line of
 * standard input to {@code lines}, and prints each committed count.
 */
public final class FirstBroker implements AutoCloseable {
    static final String LINES = "lines";
    static final String COUNTS = "counts";
    static final int PARTITIONS = 4;

    private static final int FAILED = 1;
    private static final int PORT_MAX = 65_535;
    private static final Duration POLL = Duration.ofMillis(500);

    private final LocalKafka kafka;
    private final Consumer<String> counts;
    private volatile boolean closed;

    /**
     * Makes the topics, and passes on counts from now on.
     *
     * @param counts takes a line for each count, in a thread of its own
     */
    FirstBroker(LocalKafka kafka, Consumer<String> counts) {
        this.kafka = kafka;
        this.counts = counts;
        kafka.createTopic(LINES, PARTITIONS);
        kafka.createTopic(COUNTS, PARTITIONS);
        Thread.ofPlatform().name("counts").daemon().start(this::tellCounts);
    }

    @Command(name = "./stoatflow broker", description = """

                    Starts an empty Kafka broker with the topics lines and counts, for docs/FIRST-APPLICATION.md. Each line
                    typed here goes to lines; each committed count is printed. It goes on until Ctrl-C; all its files go then.
                    """, footer = """

                    Exit status: 1 failed, 2 bad arguments.""")
    static final class Given extends Arguments<Integer> {
        @Option(names = "--port", description = "of 127.0.0.1 (default ${DEFAULT-VALUE})")
        private int port = 9092;

        @Override
        public Integer call() {
            return upTo(PORT_MAX, "--port", port);
        }
    }

    /** Runs the command until it is ended. */
    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine commandLine = new Given().commandLine();
        int status = commandLine.execute(args);
        Integer port = commandLine.getExecutionResult();
        if (port == null) {
            System.exit(status);
            return;
        }
        System.out.println("Starting a Kafka broker ...");
        try (LocalKafka kafka = LocalKafka.start(LocalKafkaOptions.defaults().withPorts(List.of(port)));
                FirstBroker broker = new FirstBroker(kafka, line -> System.out.println(line))) {
            System.out.println("A Kafka broker serves on " + kafka.bootstrapServers() + ", with the topics " + LINES
                    + " and " + COUNTS + ". Each line typed here goes to " + LINES + "; Ctrl-C ends it.");
            broker.feed(new BufferedReader(new InputStreamReader(System.in, System.out.charset())));
            new CountDownLatch(1).await(); // the input is at its end, and the broker goes on
        } catch (LocalKafkaException failure) {
            System.err.println("failed: " + failure.getMessage());
            System.exit(FAILED);
        }
    }

    private void tellCounts() {
        try (KafkaConsumer<String, Long> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new StringDeserializer(),
                new LongDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(COUNTS, partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!closed) {
                consumer.poll(POLL).forEach(count -> counts.accept(count.key() + "\t" + count.value()));
            }
        }
    }

    /** Sends each line, up to the end of the input. */
    void feed(BufferedReader lines) throws IOException {
        Map<String, Object> config = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        try (Producer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                send(producer, line);
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    private static void send(Producer<String, String> producer, String line) {
        producer.send(new ProducerRecord<>(LINES, line), (sent, failure) -> {
            if (failure != null) {
                System.err.println("not sent: " + line + ": " + failure);
            }
        });
    }

    @Override
    public void close() {
        closed = true;
    }
}
