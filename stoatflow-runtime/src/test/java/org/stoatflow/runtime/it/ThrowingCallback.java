package org.stoatflow.runtime.it;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.processor.TimestampExtractor;
import org.stoatflow.streams.state.RocksDBConfigSetter;

/** The callbacks that throw an {@code Error}, once a test has chosen one of them. */
enum ThrowingCallback {
    STATE_LISTENER,
    RESTORE_LISTENER,
    UNCAUGHT_HANDLER,
    SUPPLIER,
    INIT,
    PROCESS,
    CLOSE,
    GLOBAL_PROCESS,
    GLOBAL_CLOSE,
    DESERIALIZER,
    SERIALIZER,
    SINK_PARTITIONER,
    TOPIC_NAME,
    TIMESTAMP,
    PRODUCTION_HANDLER,
    ROCKS_CONFIG,
    CONSUMER_INTERCEPTOR,
    CONSUMER_INTERCEPTOR_CLOSE,
    PRODUCER_INTERCEPTOR,
    PRODUCER_ACKNOWLEDGEMENT,
    PRODUCER_PARTITIONER,
    METRIC_CHANGE,
    REPORTER_CLOSE;

    private static volatile @Nullable ThrowingCallback chosen;
    private static volatile CountDownLatch thrown = new CountDownLatch(1);

    void choose() {
        thrown = new CountDownLatch(1);
        chosen = this;
    }

    /** Has none of them throw. */
    static void chooseNone() {
        chosen = null;
    }

    static boolean hasThrown() {
        return thrown.getCount() == 0;
    }

    /** Called where this callback is called. */
    void call() {
        if (chosen == this) {
            thrown.countDown();
            throw new NoClassDefFoundError(this + " is not linked");
        }
    }

    /** Whether it is called when the application closes, or before. */
    boolean isOfClose() {
        return name().endsWith("CLOSE");
    }

    /** Has the callbacks called that are named in the configuration. */
    static void configure(Properties config) {
        config.put("default.value.serde", Values.class.getName());
        config.put("default.timestamp.extractor", Times.class.getName());
        config.put("production.exception.handler", NotSent.class.getName());
        config.put("rocksdb.config.setter", Rocks.class.getName());
        config.put("main.consumer.interceptor.classes", Polls.class.getName());
        config.put("producer.interceptor.classes", ProducerCalls.class.getName());
        config.put("producer.partitioner.class", Partitions.class.getName());
        config.put("metric.reporters", Reports.class.getName());
    }

    static StateRestoreListener restores() {
        return new StateRestoreListener() {
            @Override
            public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
                RESTORE_LISTENER.call();
            }

            @Override
            public void onBatchRestored(TopicPartition partition, String store, long end, long count) {}

            @Override
            public void onRestoreEnd(TopicPartition partition, String store, long total) {}
        };
    }

    static KafkaStreams.StateListener states() {
        return (newState, oldState) -> STATE_LISTENER.call();
    }

    /** Reads and writes strings. */
    public static final class Values implements Serde<String> {
        private final Serde<String> strings = Serdes.String();

        @Override
        public Serializer<String> serializer() {
            return (topic, value) -> {
                SERIALIZER.call();
                return strings.serializer().serialize(topic, value);
            };
        }

        @Override
        public Deserializer<String> deserializer() {
            return (topic, bytes) -> {
                DESERIALIZER.call();
                return strings.deserializer().deserialize(topic, bytes);
            };
        }
    }

    /** The extractor. */
    public static final class Times implements TimestampExtractor {
        @Override
        public long extract(org.apache.kafka.clients.consumer.ConsumerRecord<Object, Object> record, long time) {
            TIMESTAMP.call();
            return record.timestamp();
        }
    }

    /** The handler of records that are not sent. */
    public static final class NotSent implements ProductionExceptionHandler {
        @Override
        public Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception failure) {
            PRODUCTION_HANDLER.call();
            return Response.fail();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Tunes nothing. */
    public static final class Rocks implements RocksDBConfigSetter {
        @Override
        public void setConfig(String store, Options options, Map<String, Object> configs) {
            ROCKS_CONFIG.call();
        }

        @Override
        public void close(String store, Options options) {}
    }

    /** Sees what is polled. */
    public static final class Polls implements ConsumerInterceptor<byte[], byte[]> {
        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            CONSUMER_INTERCEPTOR.call();
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {
            CONSUMER_INTERCEPTOR_CLOSE.call();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Sees what is sent. */
    public static final class ProducerCalls implements ProducerInterceptor<byte[], byte[]> {
        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
            PRODUCER_INTERCEPTOR.call();
            return record;
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception failure) {
            PRODUCER_ACKNOWLEDGEMENT.call();
        }

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Chooses the first partition. */
    public static final class Partitions implements Partitioner {
        @Override
        public int partition(
                String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
            PRODUCER_PARTITIONER.call();
            return 0;
        }

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Hears of metrics. The constructor of an application may be refused for it, so it begins with the lanes. */
    public static final class Reports implements MetricsReporter {
        @Override
        public void init(java.util.List<KafkaMetric> metrics) {}

        @Override
        public void metricChange(KafkaMetric metric) {
            if (metric.metricName().group().startsWith("stream-task")) {
                METRIC_CHANGE.call();
            }
        }

        @Override
        public void metricRemoval(KafkaMetric metric) {}

        @Override
        public void close() {
            REPORTER_CLOSE.call();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
