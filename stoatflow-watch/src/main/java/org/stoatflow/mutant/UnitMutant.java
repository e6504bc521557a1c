package org.stoatflow.mutant;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A fault that is switched on in one method, and the tests that must fail of it. Where a whole engine has to run for
 * it, the simulation's mutants are the place.
 *
 * @param what the fault in words
 * @param place the class and the method, as {@code org.stoatflow.a.B#method}
 * @param answer what the method does instead
 * @param test the class of the tests, or one of them, as {@code org.stoatflow.a.BTest#shouldDo}
 */
public record UnitMutant(String what, String place, Answer answer, String test) {
    private static final Map<String, TestRun> UNCHANGED = new ConcurrentHashMap<>(); // by tests

    /**
     * The same, of names without their common beginning, {@code org.stoatflow.}.
     *
     * @param what the fault in words
     * @param place the class and the method, as {@code a.B#method}
     * @param answer what the method does instead
     * @param test the class of the tests, or one of them, as {@code a.BTest#shouldDo}
     * @return the fault
     */
    public static UnitMutant of(String what, String place, Answer answer, String test) {
        return new UnitMutant(what, "org.stoatflow." + place, answer, "org.stoatflow." + test);
    }

    /**
     * Requires that the tests pass as the code is, and that one of them fails with the fault in it.
     *
     * @throws ReflectiveOperationException if there is no such class or test
     */
    public void requireCaught() throws ReflectiveOperationException {
        requirePassing();
        MutantLoader loader = MutantLoader.of(before(place), behind(place), answer);
        loader.requireReplaced();
        TestRun faulty = run(loader);
        faulty.requireNoneUnlinked();
        if (faulty.failures().isEmpty()) {
            throw new AssertionError(this + " is not caught by " + test);
        }
        System.out.println(this + " is caught: " + faulty.failures().getFirst());
    }

    private void requirePassing() throws ReflectiveOperationException {
        TestRun unchanged = UNCHANGED.get(test);
        if (unchanged == null) {
            unchanged = run(MutantLoader.unchanged());
            UNCHANGED.put(test, unchanged);
        }
        unchanged.requirePassed(test);
    }

    private TestRun run(ClassLoader loader) throws ReflectiveOperationException {
        return TestRun.of(loader, before(test), behind(test));
    }

    /** The class of a place. */
    private static String before(String place) {
        int at = place.indexOf('#');
        return at < 0 ? place : place.substring(0, at);
    }

    /** The method of a place; empty for all. */
    private static String behind(String place) {
        int at = place.indexOf('#');
        return at < 0 ? "" : place.substring(at + 1);
    }

    @Override
    public String toString() {
        return what + " (" + place.substring(place.lastIndexOf('.') + 1) + ")";
    }
}
