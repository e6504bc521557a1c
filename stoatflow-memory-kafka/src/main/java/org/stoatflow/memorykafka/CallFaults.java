package org.stoatflow.memorykafka;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Strikes any call of any client, where {@link FaultInjector} strikes what a broker or a network does: a call throws
 * what its documentation names, or an {@code Error}, or returns late. A call is named by its interface and method, as
 * in {@code Producer.send}.
 */
public final class CallFaults {
    private static final long LONGEST_MS = TimeUnit.HOURS.toMillis(1);

    private final ClusterClock clock;
    private final Journal journal;
    private final List<Strike> armed = new ArrayList<>();
    private Listener listener = (clientId, strike) -> {};

    /** What a call does that is struck. */
    public enum Manner {
        /** It throws, and does nothing. */
        THROWS,
        /** It does what it is for, and throws. */
        THROWS_AFTER,
        /** It does what it is for, and returns when its time is almost over. */
        LATE
    }

    /**
     * A fault that waits for its call.
     *
     * @param clients how the ids of the clients begin that it strikes
     * @param thrown makes what is thrown; not asked where the call is late
     */
    public record Strike(String clients, String call, Manner manner, Supplier<? extends Throwable> thrown) {}

    /** Is told of each call that is struck, before it is made. */
    @FunctionalInterface
    public interface Listener {
        void onStrike(String clientId, Strike strike);
    }

    CallFaults(ClusterClock clock, Journal journal) {
        this.clock = clock;
        this.journal = journal;
    }

    /** Strikes the next call of the name. */
    public void strikeNext(Strike strike) {
        armed.add(strike);
    }

    /** Has the listener told of every strike from now on. */
    public void onStrikes(Listener newListener) {
        listener = newListener;
    }

    /** Nothing that waits strikes any more. */
    public void clear() {
        armed.clear();
    }

    /**
     * The client as the faults let others see it.
     *
     * @param blocksMs how long a call may block that is not told by an argument
     */
    public <T> T guard(Class<T> type, T client, String clientId, long blocksMs) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(new Call(client, method, arguments), type, clientId, blocksMs)));
    }

    private record Call(Object client, Method method, Object @Nullable [] arguments) {
        @Nullable
        Object make() throws Throwable {
            try {
                return method.invoke(client, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }

        /** The limit that the caller has given. */
        long limitMs(long otherwise) {
            if (arguments != null) {
                for (Object argument : arguments) {
                    if (argument instanceof Duration limit) {
                        return limit.toMillis();
                    }
                }
            }
            return otherwise;
        }
    }

    private @Nullable Object call(Call call, Class<?> type, String clientId, long blocksMs) throws Throwable {
        Strike strike = armed.isEmpty() ? null : take(type, call.method().getName(), clientId);
        if (strike == null) {
            return call.make();
        }
        journal.note(JournalEvent.FAULT, clientId + " " + strike.call() + " " + strike.manner(), 0, 0);
        listener.onStrike(clientId, strike);
        if (strike.manner() == Manner.THROWS) {
            throw strike.thrown().get();
        }
        Object answer = call.make();
        if (strike.manner() == Manner.THROWS_AFTER) {
            throw strike.thrown().get();
        }
        clock.advanceMs(Math.max(0, Math.min(call.limitMs(blocksMs), LONGEST_MS) - 1));
        return answer;
    }

    private @Nullable Strike take(Class<?> type, String method, String clientId) {
        String name = type.getSimpleName() + "." + method;
        for (int i = 0; i < armed.size(); i++) {
            Strike strike = armed.get(i);
            if (strike.call().equals(name) && clientId.startsWith(strike.clients())) {
                return armed.remove(i);
            }
        }
        return null;
    }
}
