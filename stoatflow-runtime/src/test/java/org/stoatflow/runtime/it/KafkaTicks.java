package org.stoatflow.runtime.it;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** A processor with stream-time punctuators; {@link KafkaTicks} is the text that it is checked against. */
final class KafkaTicks {
    private KafkaTicks() {}

    static Topology topology(String in, String out, List<String> events) {
        Topology topology = new Topology();
        topology.addSource(
                "src", Serdes.String().deserializer(), Serdes.String().deserializer(), in);
        topology.addProcessor("ticks", () -> new Ticking(events), "src");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("n"), Serdes.String(), Serdes.Long()),
                "ticks");
        topology.addSink(
                "sink", out, Serdes.String().serializer(), Serdes.String().serializer(), "ticks");
        return topology;
    }

    /** Counts records and punctuations in its store, and forwards each with its number. */
    private static final class Ticking extends ContextualProcessor<String, String, String, String> {
        private final List<String> events;
        private KeyValueStore<String, Long> store;
        private Cancellable twice;
        private int times;

        Ticking(List<String> events) {
            this.events = events;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            store = context.getStateStore("n");
            context.schedule(Duration.ofMillis(10), PunctuationType.STREAM_TIME, now -> tell("every 10", now));
            context.schedule(
                    Instant.ofEpochMilli(1013),
                    Duration.ofMillis(20),
                    PunctuationType.STREAM_TIME,
                    now -> tell("from 1013", now));
            twice = context.schedule(Duration.ofMillis(5), PunctuationType.STREAM_TIME, now -> {
                tell("twice", now);
                if (++times == 2) {
                    twice.cancel();
                }
            });
        }

        @Override
        public void process(Record<String, String> record) {
            tell(record.value(), record.timestamp());
        }

        private void tell(String what, long now) {
            Long before = store.get("all");
            long number = before == null ? 1 : before + 1;
            store.put("all", number);
            String event = number + ": " + what + " at " + now + " stream time "
                    + context().currentStreamTimeMs()
                    + " task " + context().taskId() + " from "
                    + context()
                            .recordMetadata()
                            .map(at -> at.partition() + "@" + at.offset())
                            .orElse("nowhere");
            context().forward(new Record<>("k", event, now));
            events.add(event);
        }
    }
}
