package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The mirrored test utilities have the members of Kafka Streams', with equal signatures, but for those listed here. */
class DriverSignatureTest {
    private static final String OURS = "org.stoatflow.streams.";
    private static final String THEIRS = "org.apache.kafka.streams.";

    /** Names of members that are of Kafka Streams' internals. */
    private static final Set<String> NOT_YET = Set.of(
            "processor.MockProcessorContext.recordCollector", "processor.api.MockProcessorContext.recordCollector");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TopologyTestDriver",
                "TestInputTopic",
                "TestOutputTopic",
                "test.TestRecord",
                "processor.api.MockProcessorContext",
                "processor.api.MockProcessorContext$CapturedPunctuator",
                "processor.api.MockProcessorContext$CapturedForward",
                "processor.MockProcessorContext",
                "processor.MockProcessorContext$CapturedPunctuator",
                "processor.MockProcessorContext$CapturedForward"
            })
    void shouldHaveTheSameMembers(String type) throws ClassNotFoundException {
        Set<String> theirs = members(Class.forName(THEIRS + type));
        theirs.removeIf(member -> NOT_YET.contains(type + "." + member.substring(0, member.indexOf(' '))));
        assertEquals(String.join("\n", theirs), String.join("\n", members(Class.forName(OURS + type))));
    }

    /** Name and generic types of each public or protected member, ours and theirs written alike. */
    private static Set<String> members(Class<?> type) {
        Set<String> members = new TreeSet<>();
        for (Method method : type.getDeclaredMethods()) {
            if (isSeen(method.getModifiers()) && !method.isBridge() && !method.isSynthetic()) {
                members.add(renamed(method.getName() + " " + method.toGenericString()
                        + Arrays.toString(method.getGenericExceptionTypes())));
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isSeen(constructor.getModifiers())) {
                members.add(renamed("new " + constructor.toGenericString()));
            }
        }
        members.add(renamed("type " + type.toGenericString()));
        members.add("interfaces "
                + List.of(type.getInterfaces()).stream()
                        .map(each -> renamed(each.getName()))
                        .filter(each -> !each.contains(".internals."))
                        .sorted()
                        .collect(Collectors.joining(", ")));
        return members;
    }

    private static boolean isSeen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String renamed(String text) {
        return text.replace(THEIRS, OURS);
    }
}
