package org.stoatflow.tck;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.StateListener;
import org.apache.kafka.streams.KeyValueTimestamp;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.internals.StreamThread;
import org.apache.kafka.test.MockApiProcessor;
import org.jspecify.annotations.Nullable;

/** What helper classes of Kafka Streams' integration tests call here, where their own code needs its internals. */
public final class KitHelpers {
    private static final Duration COMMIT_LIMIT = Duration.ofSeconds(10);
    private static final Duration COMMIT_STEP = Duration.ofMillis(50);

    private KitHelpers() {}

    /** The listener of an application that was given one: tests set another one that calls it. */
    public static @Nullable Object stateListener(Object application) throws ReflectiveOperationException {
        Object states = value(KafkaStreams.class, "states", application);
        for (Field field : states.getClass().getDeclaredFields()) {
            if (StateListener.class.isAssignableFrom(field.getType())) {
                field.setAccessible(true);
                return field.get(states);
            }
        }
        throw new NoSuchFieldException("no listener in " + states.getClass());
    }

    /** Tells states of the application as those of its one thread. */
    public static void threadStates(Object application, Object threadListener) throws ReflectiveOperationException {
        Method told = null;
        for (Method method : threadListener.getClass().getMethods()) {
            if (method.getName().equals("onChange")) {
                told = method;
            }
        }
        if (told == null) {
            throw new NoSuchMethodException("onChange of " + threadListener.getClass());
        }
        told.setAccessible(true);
        Method change = told;
        InvocationHandler handler = (proxy, method, args) -> {
            if (!method.getName().equals("onChange")) {
                return method.invoke(threadListener, args);
            }
            StreamThread.State now = ofThread((KafkaStreams.State) args[0]);
            StreamThread.State before = ofThread((KafkaStreams.State) args[1]);
            return change.invoke(threadListener, Thread.currentThread(), now, before);
        };
        ((KafkaStreams) application).setStateListener((StateListener) Proxy.newProxyInstance(
                KitHelpers.class.getClassLoader(), new Class<?>[] {StateListener.class}, handler));
    }

    private static StreamThread.State ofThread(KafkaStreams.State state) {
        return switch (state) {
            case CREATED -> StreamThread.State.CREATED;
            case REBALANCING -> StreamThread.State.PARTITIONS_ASSIGNED;
            case RUNNING -> StreamThread.State.RUNNING;
            case PENDING_SHUTDOWN, PENDING_ERROR -> StreamThread.State.PENDING_SHUTDOWN;
            case NOT_RUNNING, ERROR -> StreamThread.State.DEAD;
        };
    }

    /** Waits until what was polled is committed: no query sees it before. */
    public static void awaitCommitted(Object application) throws InterruptedException {
        long untilNs = System.nanoTime() + COMMIT_LIMIT.toNanos();
        while (!isCommitted((KafkaStreams) application) && System.nanoTime() < untilNs) {
            Thread.sleep(COMMIT_STEP);
        }
    }

    private static boolean isCommitted(KafkaStreams application) {
        return application.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .allMatch(KitHelpers::isCommitted);
    }

    private static boolean isCommitted(TaskMetadata task) {
        return task.endOffsets().entrySet().stream()
                .allMatch(polled ->
                        polled.getValue() < 0 || task.committedOffsets().get(polled.getKey()) > polled.getValue());
    }

    /** A configuration whose stages run by partition, which keeps the order of records of different keys. */
    public static Properties byPartition(Properties configuration) {
        configuration.put("stoatflow.affinity", "PARTITION");
        return configuration;
    }

    /** The processors that a supplier made: any number of lanes, shown as the first of the expected number. */
    public static Object capturedApi(Object supplier, int expected) throws ReflectiveOperationException {
        List<?> made = made(supplier, expected);
        List<MockApiProcessor<Object, Object, Object, Object>> shown = new ArrayList<>();
        for (int i = 0; i < expected; i++) {
            shown.add(new MockApiProcessor<>());
        }
        for (Object processor : made) {
            for (KeyValueTimestamp<?, ?> seen : ((MockApiProcessor<?, ?, ?, ?>) processor).processed()) {
                shown.getFirst().process(new Record<>(seen.key(), seen.value(), seen.timestamp()));
            }
        }
        return shown;
    }

    /** The same of the older mock: those that processed something first. */
    public static Object captured(Object supplier, int expected) throws ReflectiveOperationException {
        List<Object> shown = new ArrayList<>(made(supplier, expected));
        shown.sort((a, b) -> Integer.compare(processed(b), processed(a)));
        return shown.subList(0, expected);
    }

    private static int processed(Object processor) {
        try {
            return ((List<?>) processor.getClass().getMethod("processed").invoke(processor)).size();
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(processor + " has no list of what it processed", failure);
        }
    }

    private static List<?> made(Object supplier, int expected) throws ReflectiveOperationException {
        List<?> made = (List<?>) value(supplier.getClass(), "processors", supplier);
        if (made.size() < expected) {
            throw new AssertionError("processors=" + made.size() + " expected=" + expected);
        }
        return made;
    }

    private static Object value(Class<?> type, String field, Object of) throws ReflectiveOperationException {
        Field found = type.getDeclaredField(field);
        found.setAccessible(true);
        return found.get(of);
    }
}
