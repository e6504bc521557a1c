package org.stoatflow.runtime.it;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsConfig;

/**
 * User code on the threads of Kafka clients. Where a thread is to be lost, it throws an error there, or does not come
 * back.
 */
final class LostThreads {
    private static final String SELF = "test.lost.threads";

    private final AtomicInteger due = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final @Nullable CountDownLatch release;

    private LostThreads(@Nullable CountDownLatch release) {
        this.release = release;
    }

    /** Threads that end. */
    static LostThreads ended() {
        return new LostThreads(null);
    }

    /** Threads that do not come back before they are released. */
    static LostThreads heldUntil(CountDownLatch release) {
        return new LostThreads(release);
    }

    /** Has the next thread lost that comes along. */
    void loseNext() {
        due.incrementAndGet();
    }

    int lost() {
        return lost.get();
    }

    void ofProducers(Properties config) {
        config.put(SELF, this);
        config.put(
                StreamsConfig.producerPrefix(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG), Interceptor.class.getName());
    }

    void ofAdmin(Properties config) {
        config.put(SELF, this);
        config.put(
                StreamsConfig.adminClientPrefix(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG),
                Reporter.class.getName());
    }

    private void comeAlong() {
        if (due.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            return;
        }
        lost.incrementAndGet();
        if (release == null) {
            throw new LinkageError("a thread that is to end");
        }
        try {
            release.await(); // until the end of the test
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Loses threads of producers. */
    public static final class Interceptor implements ProducerInterceptor<byte[], byte[]> {
        private LostThreads threads = ended();

        @Override
        public void configure(Map<String, ?> configs) {
            threads = (LostThreads) configs.get(SELF);
        }

        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
            return record;
        }

        @Override
        public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception refusal) {
            threads.comeAlong();
        }

        @Override
        public void close() {}
    }

    /** Loses threads of admin clients. */
    public static final class Reporter implements MetricsReporter {
        private LostThreads threads = ended();

        @Override
        public void configure(Map<String, ?> configs) {
            threads = (LostThreads) configs.get(SELF);
        }

        @Override
        public void init(List<KafkaMetric> metrics) {}

        @Override
        public void metricChange(KafkaMetric metric) {
            if (Thread.currentThread().getName().startsWith("kafka-admin-client-thread")) {
                threads.comeAlong();
            }
        }

        @Override
        public void metricRemoval(KafkaMetric metric) {}

        @Override
        public void close() {}
    }
}
