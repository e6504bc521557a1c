package org.stoatflow.memorykafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/**
 * A place where a scripted scenario is played: the model, or a real broker. Names of topics, groups and transactional
 * ids are the scenario's own; the stage makes them unique.
 */
interface ConformanceStage {
    /** How long a client waits, and how long a stage waits for markers. */
    int WAIT_MS = 10_000;

    /** Creates the topic and returns its partition 0. */
    TopicPartition topic(String name, int partitions, Map<String, String> config);

    default TopicPartition topic(String name, Map<String, String> config) {
        return topic(name, 1, config);
    }

    String group(String name);

    Producer<byte[], byte[]> producer(Map<String, Object> config, String transactionalId);

    Consumer<byte[], byte[]> consumer(Map<String, Object> config, String group);

    /** Deletes the partition's topic; returns when no broker has it any more. */
    void deleteTopic(TopicPartition partition);

    void deleteBefore(TopicPartition partition, long offset);

    /** What the scenario has observed so far. */
    List<String> observed();

    /** Notes something observed; unique names are turned back. */
    default void note(String line) {
        observed().add(line);
    }

    /** A call that may fail. */
    @FunctionalInterface
    interface Attempt {
        void run() throws Exception;
    }

    /** Makes the call and notes how it ended: the class of the exception, and of its cause. */
    default void attempt(String what, Attempt attempt) {
        try {
            attempt.run();
            note(what + ": ok");
        } catch (Exception failure) {
            String cause = failure.getCause() == null
                    ? ""
                    : " because " + failure.getCause().getClass().getSimpleName();
            note(what + ": " + failure.getClass().getSimpleName() + cause);
        }
    }
}
