package org.stoatflow.runtime.it;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/** Makes as many values of each record as the record says, in a JVM of its own, which ends with its parent. */
final class FanOutMain {
    /** Length of each value. */
    static final int LENGTH = 110;

    private static final long LOOK_MS = 20;
    private static final long STEP_BYTES = 8 << 20;

    private FanOutMain() {}

    /**
     * Arguments: bootstrap servers, application id, state folder, guarantee, input topic, output topic, and as many
     * settings as there are.
     */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException {
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, args[3]);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        Arrays.stream(args)
                .skip(6)
                .forEach(setting -> config.put(
                        setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1)));
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(args[4])
                .flatMapValues(count -> values(Integer.parseInt(count)))
                .to(args[5]);
        KafkaStreams streams = new KafkaStreams(builder.build(), config);
        streams.setUncaughtExceptionHandler(failure -> {
            System.out.println("HANDLER " + failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        Thread.ofPlatform().daemon().start(FanOutMain::watchHeap);
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }

    /** The values are not in memory together. */
    static Iterable<String> values(int count) {
        String value = "v".repeat(LENGTH);
        return Collections.nCopies(count, value);
    }

    /** Says how much the heap has held at most, and how much a collection has left of it. */
    private static void watchHeap() {
        List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
        long told = 0;
        while (true) {
            long used = 0;
            long left = 0;
            for (MemoryPoolMXBean pool : pools) {
                used += pool.getUsage().getUsed();
                left += pool.getCollectionUsage().getUsed();
            }
            if (used + left >= told + STEP_BYTES) {
                told = used + left;
                System.out.println(
                        "heap " + (used >> 20) + " MiB, of which " + (left >> 20) + " outlived a collection");
            }
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            } catch (InterruptedException interrupted) {
                return;
            }
        }
    }
}
