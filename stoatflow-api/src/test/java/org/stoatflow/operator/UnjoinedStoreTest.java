package org.stoatflow.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** What the sides of a join share of a store, while all lanes open at once. */
class UnjoinedStoreTest {
    private static final int LANES = 8;
    private static final int ROUNDS = 200;

    private final UnjoinedStore<Bytes, Bytes, Bytes> store = new UnjoinedStore<>(
            Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("waiting"), null, null), null, null, null);

    @Test
    void shouldShareTheTimesOfALaneAndOfNoOtherWhereLanesOpenAtOnce() throws Exception {
        CountDownLatch begun = new CountDownLatch(LANES);
        List<Future<Integer>> shared = new ArrayList<>();
        try (ExecutorService lanes = Executors.newFixedThreadPool(LANES)) {
            for (int lane = 0; lane < LANES; lane++) {
                shared.add(lanes.submit(lane(begun)));
            }
            for (Future<Integer> each : shared) {
                assertEquals(ROUNDS, each.get());
            }
        }
    }

    /** Opens both sides of a new store in each round, and counts how often they have got the same. */
    private Callable<Integer> lane(CountDownLatch begun) {
        return () -> {
            begun.countDown();
            begun.await();
            int same = 0;
            List<Object> stores = new ArrayList<>(); // none is collected while the test runs
            for (int round = 0; round < ROUNDS; round++) {
                Object rows = proxy((self, method, arguments) -> "rows", KeyValueStore.class);
                stores.add(rows);
                ProcessorContext<?, ?> context = context(rows);
                UnjoinedTimes left = store.times(context, true);
                same += store.times(context, false) == left && store.times(context, true) != left ? 1 : 0;
            }
            return stores.size() == ROUNDS ? same : 0;
        };
    }

    private static ProcessorContext<?, ?> context(Object rows) {
        InvocationHandler answers = (self, method, arguments) -> switch (method.getName()) {
            case "getStateStore" -> rows;
            case "appConfigs" -> Map.of();
            case "remember" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        };
        return (ProcessorContext<?, ?>) proxy(answers, ProcessorContext.class, OperatorHooks.class);
    }

    /** Is equal to itself only. */
    private static Object proxy(InvocationHandler answers, Class<?>... types) {
        return Proxy.newProxyInstance(
                UnjoinedStoreTest.class.getClassLoader(),
                types,
                (self, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    default -> answers.invoke(self, method, arguments);
                });
    }
}
