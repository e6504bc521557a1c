package org.stoatflow.parity.arguments;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Calls each public method and constructor of the types that {@link Receivers} names with one odd argument, such as
 * null, and valid others, and says what came of it. Only types of the JDK go to the caller, so that the caller can load
 * this class twice.
 */
public final class ArgumentCalls implements Supplier<Map<String, String>> {
    /** Stands between what the call gave and what building the topology gave. */
    public static final String BUILD = ", build: ";

    /** What is said about others than arguments, and what would write files here. */
    private static final Set<String> NOT_ASKED = Set.of("equals", "main", "toFile");

    private static final String OURS = "org.stoatflow.streams.";

    @Override
    public Map<String, String> get() {
        Map<String, String> outcomes = new TreeMap<>();
        for (Class<?> type : Receivers.types()) {
            Stream.concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getConstructors()))
                    .filter(member -> isAsked(type, member))
                    .sorted(Comparator.comparing(ArgumentCalls::signature))
                    .forEach(member -> call(type, member, outcomes));
        }
        return outcomes;
    }

    private static boolean isAsked(Class<?> type, Executable member) {
        return member.getParameterCount() > 0
                && !member.isSynthetic()
                && member.getDeclaringClass().getName().startsWith(OURS)
                && !NOT_ASKED.contains(member.getName())
                && !(member instanceof Constructor<?> && Modifier.isAbstract(type.getModifiers()));
    }

    private static void call(Class<?> type, Executable member, Map<String, String> outcomes) {
        Class<?>[] parameters = member.getParameterTypes();
        outcomes.put(text(type, member, -1, ""), outcome(type, member, -1, OddValue.NULL));
        for (int at = 0; at < parameters.length; at++) {
            for (OddValue odd : OddValue.of(parameters[at])) {
                outcomes.put(text(type, member, at, odd.text()), outcome(type, member, at, odd));
            }
        }
    }

    private static String outcome(Class<?> type, Executable member, int oddAt, OddValue odd) {
        Samples samples = new Samples();
        Class<?>[] parameters = member.getParameterTypes();
        Object[] arguments = new Object[parameters.length];
        for (int at = 0; at < arguments.length; at++) {
            arguments[at] = at == oddAt ? odd.value() : samples.of(parameters[at]);
        }
        Object receiver = Modifier.isStatic(member.getModifiers()) || member instanceof Constructor<?>
                ? null
                : Receivers.of(type, samples);
        try {
            Object made = member instanceof Constructor<?> constructor
                    ? constructor.newInstance(arguments)
                    : ((Method) member).invoke(receiver, arguments);
            Receivers.close(made);
            return "accepted" + samples.built();
        } catch (InvocationTargetException refused) {
            return text(refused.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException broken) {
            throw new AssertionError(member + " with " + Arrays.toString(arguments), broken);
        } finally {
            Receivers.close(receiver);
        }
    }

    /** The exception, and its message where a library has written it. */
    static String text(Throwable refused) {
        String name = refused.getClass().getSimpleName();
        String message = refused.getMessage();
        boolean ofMachine = message == null || refused instanceof NullPointerException && message.contains("because");
        return ofMachine ? name : name + ": " + message;
    }

    private static String signature(Executable member) {
        return member.getName() + Arrays.toString(member.getParameterTypes());
    }

    private static String text(Class<?> type, Executable member, int oddAt, String odd) {
        List<Class<?>> parameters = List.of(member.getParameterTypes());
        StringBuilder all = new StringBuilder();
        for (int at = 0; at < parameters.size(); at++) {
            all.append(at == 0 ? "" : ", ").append(parameters.get(at).getSimpleName());
            all.append(at == oddAt ? " = " + odd : "");
        }
        String name = member instanceof Constructor<?> ? "new" : member.getName();
        return Stream.of(nested(type), name + "(" + all + ")").collect(Collectors.joining("."));
    }

    private static String nested(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return outer == null ? type.getSimpleName() : nested(outer) + "." + type.getSimpleName();
    }
}
