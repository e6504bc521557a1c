package org.stoatflow.races.pauses;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.ClusterClock;
import org.stoatflow.memorykafka.MemoryConsumer;
import org.stoatflow.memorykafka.MemoryKafka;

/**
 * The modelled Kafka for real threads: one call runs at a time, polls wait, each producer has a thread that sends and
 * answers, and time is the machine's. If the model moves its own clock because a call waits, the caller waits as long.
 *
 * <p>Threads: any; {@code lock} guards the whole model.
 */
public final class BlockingKafka {
    private static final long POLL_SLICE_NS = 1_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final long startNs = System.nanoTime();
    private final long startMs = System.currentTimeMillis();
    private final ClusterClock clock = new ClusterClock(startMs);
    private final SplittableRandom random;
    private final MemoryKafka kafka;

    public BlockingKafka(long seed) {
        random = new SplittableRandom(seed);
        kafka = new MemoryKafka(clock, random.split());
    }

    /** Does something with the model, and gives what comes of it. */
    public <T> T with(Function<MemoryKafka, T> use) {
        return call(() -> use.apply(kafka));
    }

    public Consumer<byte[], byte[]> consumer(Map<String, ?> config) {
        MemoryConsumer consumer = call(() -> kafka.consumer(config));
        return proxy(Consumer.class, (method, arguments) -> {
            if (method.getName().equals("poll")) {
                return poll(consumer, ((Duration) arguments[0]).toNanos());
            }
            return invoke(consumer, method, arguments);
        });
    }

    public Producer<byte[], byte[]> producer(Map<String, ?> config) {
        SendingProducer producer = new SendingProducer(this, call(() -> kafka.producer(config)), random.split());
        producer.start();
        return proxy(Producer.class, producer::call);
    }

    /** Wraps the object, so that its calls run under the model's lock. */
    public <T> T guarded(Class<T> type, T object) {
        return proxy(type, (method, arguments) -> invoke(object, method, arguments));
    }

    /** Waits for records as long as it may, and until it is woken. */
    private ConsumerRecords<byte[], byte[]> poll(MemoryConsumer consumer, long timeNs) {
        long endNs = System.nanoTime() + timeNs;
        lock.lock();
        try {
            keepUp();
            ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ZERO);
            while (records.isEmpty() && System.nanoTime() - endNs < 0) {
                news.awaitNanos(Math.min(endNs - System.nanoTime(), POLL_SLICE_NS)); // the loop then looks again
                keepUp();
                records = consumer.poll(Duration.ZERO);
            }
            return records;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptException(interrupted);
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Object invoke(Object object, Method method, Object[] arguments) throws Throwable {
        try {
            return call(() -> reflected(object, method, arguments));
        } catch (UndeclaredThrowableException thrown) {
            throw thrown.getUndeclaredThrowable();
        } finally {
            waitUntilNow();
        }
    }

    private @Nullable Object reflected(Object object, Method method, Object[] arguments) {
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException thrown) {
            throw new UndeclaredThrowableException(thrown.getCause());
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(hidden);
        } finally {
            news.signalAll();
        }
    }

    /** Waits until the machine's time has reached the model's clock, which a call may have moved ahead. */
    private void waitUntilNow() {
        if (!lock.isHeldByCurrentThread()) {
            long aheadNs = call(() -> clock.nowNs() - realNs());
            if (aheadNs > 0) {
                waitFor(aheadNs);
            }
        }
    }

    <T> T call(Supplier<T> use) {
        lock.lock();
        try {
            keepUp();
            return use.get();
        } finally {
            lock.unlock();
        }
    }

    private void keepUp() {
        long behindNs = realNs() - clock.nowNs();
        if (behindNs > 0) {
            clock.advanceNs(behindNs);
        }
        kafka.catchUp();
    }

    private long realNs() {
        return TimeUnit.MILLISECONDS.toNanos(startMs) + System.nanoTime() - startNs;
    }

    private static void waitFor(long timeNs) {
        try {
            Thread.sleep(Duration.ofNanos(timeNs));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers a call of a proxy. */
    interface Call {
        @Nullable
        Object on(Method method, Object[] arguments) throws Throwable;
    }

    @SuppressWarnings({"unchecked", "rawtypes", "ReferenceEquality"}) // the caller's type has the right parameters
    private static <T> T proxy(Class type, Call call) {
        return (T) Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    case "toString" -> type.getSimpleName();
                    default -> call.on(method, arguments == null ? new Object[0] : arguments);
                });
    }
}
