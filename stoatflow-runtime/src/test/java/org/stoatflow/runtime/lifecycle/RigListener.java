package org.stoatflow.runtime.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.streams.KafkaStreams;

/** Keeps the states that were shown, and answers for the uncaught-exception handler. */
final class RigListener implements EngineListener {
    private final List<KafkaStreams.State> shown = new ArrayList<>();
    private boolean goesOn;
    private int timesMore;
    private UnaryOperator<Throwable> handler = told -> null;

    /** The states in their order; grows. */
    List<KafkaStreams.State> shown() {
        return shown;
    }

    /** The handler asks for another start. */
    void goOn() {
        goesOn = true;
    }

    /** The handler asks for another start once. */
    void goOnOnce() {
        timesMore++;
    }

    /** @param asked what the handler does when it is asked: it throws what this returns, unless that is null */
    void handler(UnaryOperator<Throwable> asked) {
        handler = asked;
    }

    @Override
    public void onState(KafkaStreams.State newState) {
        shown.add(newState);
    }

    @Override
    public boolean restartAfter(Throwable error) {
        switch (handler.apply(error)) {
            case Error failure -> throw failure;
            case RuntimeException failure -> throw failure;
            case null, default -> {
                return goesOn || timesMore-- > 0;
            }
        }
    }

    @Override
    public String clientId() {
        return "app";
    }

    @Override
    public KafkaStreams.State state() {
        return shown.isEmpty() ? KafkaStreams.State.REBALANCING : shown.getLast();
    }

    @Override
    public void onFailure(Throwable error) {}

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long startingOffset, long endingOffset) {}

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long restoredNow) {}

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long restoredInAll) {}
}
