package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.streams.KafkaStreams;

/**
 * The states that were entered, each once, in the order of first sight: how often a group rebalances is nobody's
 * promise.
 */
final class States implements KafkaStreams.StateListener {
    private final List<String> seen = new ArrayList<>();

    @Override
    public synchronized void onChange(KafkaStreams.State newState, KafkaStreams.State oldState) {
        if (!seen.contains(newState.name())) {
            seen.add(newState.name());
        }
    }

    synchronized List<String> seen() {
        return List.copyOf(seen);
    }
}
