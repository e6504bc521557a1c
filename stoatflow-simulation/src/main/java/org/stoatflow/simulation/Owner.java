package org.stoatflow.simulation;

import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.state.StateEngine;

/**
 * The owners whose processes run the application. One takes over from the other, and back, with the same group, topics
 * and changelogs.
 */
enum Owner {
    /** The application as a seed sets it up. */
    OURS("-stoatflow-"),
    /**
     * Another library: it commits in transactions under ids of its own. Neither owner knows or initialises the other's
     * ids. Its state is on disks of its own.
     */
    FOREIGN("-theirs-");

    private final String infix;

    Owner(String infix) {
        this.infix = infix;
    }

    Owner other() {
        return this == OURS ? FOREIGN : OURS;
    }

    /** The prefix of the owner's transactional ids. */
    String idPrefix() {
        return Setup.APPLICATION + infix;
    }

    /** One of the owner's transactional ids. */
    String transactionalId(int index) {
        return idPrefix() + index;
    }

    /** Whether the owner commits in transactions. */
    boolean isExactlyOnce(Setup setup) {
        return this == FOREIGN || setup.exactlyOnce();
    }

    /** The variation, with the ids of this owner. */
    Variation of(Variation variation) {
        return this == OURS ? variation : new Renamed(variation);
    }

    private record Renamed(Variation variation) implements Variation {
        @Override
        public Map<String, Object> producerConfig(Map<String, Object> config) {
            config.computeIfPresent(
                    ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                    (key, id) -> String.valueOf(id).replace(OURS.infix, FOREIGN.infix));
            return variation.producerConfig(config);
        }

        @Override
        public Map<String, Object> consumerConfig(Map<String, Object> config) {
            return variation.consumerConfig(config);
        }

        @Override
        public Map<String, Object> restoreConsumerConfig(Map<String, Object> config) {
            return variation.restoreConsumerConfig(config);
        }

        @Override
        public Producer<byte[], byte[]> producer(Producer<byte[], byte[]> producer) {
            return variation.producer(producer);
        }

        @Override
        public Consumer<byte[], byte[]> consumer(Consumer<byte[], byte[]> consumer) {
            return variation.consumer(consumer);
        }

        @Override
        public StateEngine state(StateEngine state) {
            return variation.state(state);
        }

        @Override
        public void onRun(Run run) {
            variation.onRun(run);
        }

        @Override
        public boolean losesEpochs() {
            return variation.losesEpochs();
        }
    }
}
