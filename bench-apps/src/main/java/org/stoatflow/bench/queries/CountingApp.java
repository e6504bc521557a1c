package org.stoatflow.bench.queries;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.scenario.Topics;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.StateQueryRequest;
import org.stoatflow.streams.query.StateQueryResult;
import org.stoatflow.streams.state.QueryableStoreTypes;

/** The word count of {@code ./stoatflow latency} in this JVM, and its counts as queries give them. Any thread. */
final class CountingApp implements AutoCloseable {
    private static final String COUNTS = "counts";
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final KafkaStreams streams;
    private final CountDownLatch runningOrOver = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private CountingApp(Topics topics, Map<String, String> settings) {
        Properties config = new Properties();
        config.putAll(settings);
        streams = new KafkaStreams(QueriesRound.WORDS.topology(topics), config);
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING || now.hasStartedOrFinishedShuttingDown()) {
                runningOrOver.countDown();
            }
        });
        streams.setUncaughtExceptionHandler(thrown -> {
            failure.compareAndSet(null, thrown);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
    }

    /** Starts the application, and returns once it runs. */
    static CountingApp running(Topics topics, Map<String, String> settings) throws BenchFailure, InterruptedException {
        CountingApp app = new CountingApp(topics, settings);
        app.streams.start();
        if (!app.runningOrOver.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            app.close();
            throw new BenchFailure("the application does not run after " + LIMIT.toSeconds() + " s");
        }
        app.check();
        return app;
    }

    /** Throws if the application has failed. */
    void check() throws BenchFailure {
        Throwable thrown = failure.get();
        if (thrown != null || streams.state().hasStartedOrFinishedShuttingDown()) {
            throw new BenchFailure("the application is " + streams.state() + ": " + thrown, thrown);
        }
    }

    /** The committed count of a word by {@code store(...).get}, as an application writes it; 0 where there is none. */
    long get(String word) {
        Long count = streams.store(
                        StoreQueryParameters.fromNameAndType(COUNTS, QueryableStoreTypes.<String, Long>keyValueStore()))
                .get(word);
        return count == null ? 0 : count;
    }

    /** The committed count of a word by {@code query}, which asks the partition that the metadata name. */
    long query(String word) {
        int partition = streams.queryMetadataForKey(
                        COUNTS, word, Serdes.String().serializer())
                .partition();
        StateQueryResult<Long> results = streams.query(StateQueryRequest.inStore(COUNTS)
                .withQuery(KeyQuery.<String, Long>withKey(word))
                .withPartitions(Set.of(partition)));
        QueryResult<Long> result = results.getPartitionResults().get(partition);
        if (result == null || result.isFailure()) {
            throw new IllegalStateException("the count of " + word + " cannot be read in partition " + partition + ": "
                    + (result == null ? "it is not here" : result.getFailureMessage()));
        }
        return result.getResult() == null ? 0 : result.getResult();
    }

    @Override
    public void close() throws BenchFailure {
        if (!streams.close(LIMIT)) {
            throw new BenchFailure("the application is not closed within " + LIMIT.toSeconds() + " s");
        }
    }
}
