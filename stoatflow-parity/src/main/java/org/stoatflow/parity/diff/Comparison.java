package org.stoatflow.parity.diff;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.parity.KafkaStreamsVersion;
import org.stoatflow.parity.RenamingLoader;
import org.stoatflow.parity.diff.program.Program;
import org.stoatflow.parity.diff.run.ProgramRun;

/** Runs programs on both libraries, and says where they differ. Thread: any, one at a time. */
final class Comparison {
    private static final String PROGRAMS = ProgramRun.class.getPackageName() + ".";

    private final Function<Program, List<String>> ours = new ProgramRun();
    private final String with;
    private final Function<Program, List<String>> theirs;

    /**
     * Compares with what also runs programs.
     *
     * @param with its name
     */
    Comparison(String with, Function<Program, List<String>> theirs) {
        this.with = with;
        this.theirs = theirs;
    }

    /** Compares with the Kafka Streams that this program is built with. */
    static Comparison withTodays() {
        ClassLoader loader = new RenamingLoader(PROGRAMS);
        return new Comparison(KafkaStreamsVersion.of(loader), run(loader));
    }

    /**
     * Compares with an older one, of programs without what is new in today's.
     *
     * @param folder with its jars
     * @throws IllegalArgumentException if they are not in it
     */
    static Comparison withOlder(Path folder) {
        ClassLoader loader = new RenamingLoader(PROGRAMS, OtherKafkaStreams.in(folder));
        Function<Program, List<String>> run = run(loader);
        return new Comparison(KafkaStreamsVersion.of(loader), program -> inContext(loader, () -> run.apply(program)));
    }

    /** What this compares with, and its version. */
    String with() {
        return with;
    }

    @SuppressWarnings("unchecked") // the same class, loaded with Kafka Streams' names
    private static Function<Program, List<String>> run(ClassLoader loader) {
        try {
            return (Function<Program, List<String>>) loader.loadClass(ProgramRun.class.getName())
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("The programs cannot be loaded for Kafka Streams", broken);
        }
    }

    /** Kafka Streams looks for classes that are configured by their names in the thread's class loader. */
    private static <T> T inContext(ClassLoader loader, Supplier<T> call) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return call.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** What is different, in lines, the first first; null if nothing is. */
    @Nullable
    String difference(Program program) {
        List<String> expected = theirs.apply(program);
        List<String> actual = ours.apply(program);
        if (expected.equals(actual)) {
            return null;
        }
        int at = 0;
        while (at < expected.size() && at < actual.size() && Objects.equals(expected.get(at), actual.get(at))) {
            at++;
        }
        return "Kafka Streams:\n" + from(expected, at) + "\nStoatFlow:\n" + from(actual, at);
    }

    private static String from(List<String> lines, int first) {
        int begin = first;
        while (begin > 0 && !lines.get(begin - 1).startsWith("topic ")) {
            begin--;
        }
        return String.join("\n", lines.subList(Math.max(0, Math.min(begin, first) - 1), lines.size()));
    }
}
