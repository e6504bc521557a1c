package org.stoatflow.parity.diff;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.parity.RenamingLoader;
import org.stoatflow.parity.diff.program.Program;
import org.stoatflow.parity.diff.run.ProgramRun;

/** Runs programs on both libraries, and says where they differ. Thread: any, one at a time. */
final class Comparison {
    private final Function<Program, List<String>> ours = new ProgramRun();
    private final Function<Program, List<String>> theirs;

    Comparison() {
        this(theirs());
    }

    /** Compares with something else than Kafka Streams. */
    Comparison(Function<Program, List<String>> theirs) {
        this.theirs = theirs;
    }

    @SuppressWarnings("unchecked") // the same class, loaded with Kafka Streams' names
    private static Function<Program, List<String>> theirs() {
        String name = ProgramRun.class.getName();
        try {
            return (Function<Program, List<String>>) new RenamingLoader(ProgramRun.class.getPackageName() + ".")
                    .loadClass(name)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("The programs cannot be loaded for Kafka Streams", broken);
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
