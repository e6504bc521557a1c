package org.stoatflow.bench.role;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.stoatflow.bench.scenario.Program;
import org.stoatflow.bench.scenario.Topics;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.LagInfo;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;

/**
 * A program that runs, on the library for which this class is loaded. It tells its states to a listener.
 *
 * <p>Loaded once for each library, so it names nothing of this package.
 */
public final class MeasuredApplication implements Callable<Void> {
    /** A question: how many offsets of changelogs the stores lack that are here. */
    public static final String LAG = "lag";

    private static final String FAILED = "ERROR";
    private static final String ENDED = "NOT_RUNNING";
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(20);

    private final KafkaStreams streams;
    private final boolean asked;
    private final Consumer<String> states;
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch endTold = new CountDownLatch(1);

    /**
     * An application that is not yet started.
     *
     * @param program its name
     * @param topics as {@link Topics#text} writes them
     * @param asked whether it ends with its standard input, each line of which names a store and a key; it prints what
     *     the store has. Else it ends when it is told to terminate, or has failed
     * @param states is told each state, on the thread that changes it
     */
    public MeasuredApplication(
            String program, String topics, Properties settings, Boolean asked, Consumer<String> states) {
        this.streams = new KafkaStreams(Program.named(program).topology(Topics.parse(topics)), settings);
        this.asked = asked;
        this.states = states;
    }

    /**
     * Runs until the end.
     *
     * @throws IllegalStateException if it has failed, where nobody asks it
     */
    @Override
    public Void call() throws IOException, InterruptedException {
        streams.setStateListener((now, before) -> onState(now.name()));
        if (asked) {
            streams.start();
            answerAll();
            streams.close(CLOSE_LIMIT);
        } else {
            runUntilSignal();
        }
        return null;
    }

    private void onState(String state) {
        states.accept(state);
        if (state.equals(FAILED)) {
            over.countDown();
        }
        if (state.equals(ENDED)) {
            endTold.countDown();
        }
    }

    /** A process whose application has failed ends, so that whoever runs it sees that and starts another one. */
    private void runUntilSignal() throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
        streams.start();
        over.await();
        if (streams.state().name().equals(FAILED)) {
            streams.close(CLOSE_LIMIT);
            throw new IllegalStateException("the application has failed; the log says why");
        }
    }

    /** On both libraries a close may return while its last state is being told; with this thread the JVM ends. */
    private void end() {
        if (streams.close(CLOSE_LIMIT)) {
            try {
                if (!endTold.await(CLOSE_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                    System.err.println("The application is closed, and its listener was not told so.");
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        over.countDown();
    }

    private void answerAll() throws IOException {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String question = questions.readLine(); question != null; question = questions.readLine()) {
            System.out.println("answer " + (question.equals(LAG) ? lag() : answer(question.split(" ", 2))));
        }
    }

    /** The answer to {@link #LAG}; "null" where no store is here. */
    private String lag() {
        try {
            LongSummaryStatistics lags = streams.allLocalStorePartitionLags().values().stream()
                    .flatMap(store -> store.values().stream())
                    .mapToLong(LagInfo::offsetLag)
                    .summaryStatistics();
            return lags.getCount() == 0 ? "null" : Long.toString(lags.getSum());
        } catch (IllegalStateException | StreamsException notThereNow) {
            return "null";
        }
    }

    /** What the named store has for the key; "null" also while there is no store to ask. */
    private String answer(String[] storeAndKey) {
        try {
            ReadOnlyKeyValueStore<String, Object> store = streams.store(
                    StoreQueryParameters.fromNameAndType(storeAndKey[0], QueryableStoreTypes.keyValueStore()));
            return String.valueOf(store.get(storeAndKey[1]));
        } catch (InvalidStateStoreException notThereNow) {
            return "null";
        }
    }
}
