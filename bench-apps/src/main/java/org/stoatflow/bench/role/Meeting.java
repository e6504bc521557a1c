package org.stoatflow.bench.role;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A topic by which the processes of a run agree where no command started them: application and latency consumer say
 * that they can begin, the load generator then says when the first record is due, and the consumer when nothing is
 * missing. One thread.
 */
final class Meeting implements AutoCloseable {
    private static final int SAID_LIMIT_SECONDS = 30;

    /** How long one look at what was said waits. */
    static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<String, String> consumer;
    private final TopicPartition place;
    private final Map<Word, String> heard = new EnumMap<>(Word.class);

    /** What is said; of each, the first counts. */
    enum Word {
        APPLICATION_RUNS,
        CONSUMER_IS_READY,
        /** With the time at which the first record is due. */
        START,
        NOTHING_IS_MISSING
    }

    Meeting(BrokerAccess access, String prefix) {
        consumer = new KafkaConsumer<>(
                access.with(Map.of(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false)),
                new StringDeserializer(),
                new StringDeserializer());
        place = new TopicPartition(topic(prefix), 0);
        consumer.assign(List.of(place));
        consumer.seekToBeginning(List.of(place));
    }

    static String topic(String prefix) {
        return prefix + "-meeting";
    }

    static void say(BrokerAccess access, String prefix, Word word, String text)
            throws RoleFailure, InterruptedException {
        try (Producer<String, String> producer =
                new KafkaProducer<>(access.with(Map.of()), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic(prefix), 0, word.name(), text))
                    .get(SAID_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new RoleFailure(word + " could not be said in " + topic(prefix) + ": " + failure, failure);
        }
    }

    /**
     * Hears all that was said until now.
     *
     * @throws RoleFailure if a start was: records of that run would be taken for some of this one
     */
    void requireNoStart(Duration limit) throws RoleFailure {
        long startNs = System.nanoTime();
        long end = consumer.endOffsets(List.of(place)).getOrDefault(place, 0L);
        while (consumer.position(place) < end) {
            if (System.nanoTime() - startNs > limit.toNanos()) {
                throw new RoleFailure("what was said in " + place + " is not read after " + limit.toSeconds() + " s");
            }
            listen(POLL);
        }
        if (heard.containsKey(Word.START)) {
            throw new RoleFailure(
                    "the run of " + place.topic() + " has begun before; a new one needs a name of its own");
        }
    }

    /** Waits for all of these. */
    void await(Set<Word> words, Duration limit) throws RoleFailure {
        long startNs = System.nanoTime();
        while (!heard.keySet().containsAll(words)) {
            if (System.nanoTime() - startNs > limit.toNanos()) {
                throw new RoleFailure("after " + limit.toSeconds() + " s only " + heard.keySet() + " of " + words
                        + " were said in " + consumer.assignment());
            }
            listen(POLL);
        }
    }

    /** What was said until now. */
    Optional<String> heard(Word word) {
        return Optional.ofNullable(heard.get(word));
    }

    void listen(Duration wait) {
        consumer.poll(wait).forEach(said -> heard.putIfAbsent(Word.valueOf(said.key()), said.value()));
    }

    @Override
    public void close() {
        consumer.close();
    }
}
