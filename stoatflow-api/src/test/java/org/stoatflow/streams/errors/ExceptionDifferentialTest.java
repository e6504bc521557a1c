package org.stoatflow.streams.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.processor.TaskId;

/** Each exception of Kafka Streams has one of ours, with the same constructors, parent, message and cause. */
class ExceptionDifferentialTest {
    private static final String THEIRS = "org.apache.kafka.streams";
    private static final String OURS = "org.stoatflow.streams";
    private static final NoOffsetForPartitionException NO_OFFSET =
            new NoOffsetForPartitionException(new TopicPartition("changelog", 3));

    @Test
    void shouldHaveParentsMessagesAndCausesOfKafkaStreams() throws Exception {
        List<Class<?>> exceptions = exceptionsOfKafkaStreams();
        assertTrue(exceptions.size() >= 20, exceptions::toString);
        for (Class<?> theirs : exceptions) {
            Class<?> ours = Class.forName(renamed(theirs.getName()));
            assertEquals(
                    renamed(theirs.getSuperclass().getName()),
                    ours.getSuperclass().getName());
            assertEquals(theirs.getConstructors().length, ours.getConstructors().length, ours::getName);
            for (Constructor<?> constructor : theirs.getConstructors()) {
                compare(constructor, ours);
            }
        }
    }

    @Test
    void shouldKeepWhatTheyAreGiven() {
        Set<TaskId> tasks = Set.of(new TaskId(1, 2));
        assertEquals(tasks, new TaskCorruptedException(tasks).corruptedTasks());
        assertEquals(tasks, new TaskCorruptedException(tasks, NO_OFFSET).corruptedTasks());
        assertEquals(List.of("a", "b"), new MissingInternalTopicsException("what", List.of("a", "b")).topics());
    }

    private static void compare(Constructor<?> theirs, Class<?> ours) throws Exception {
        List<Class<?>> types = new ArrayList<>();
        List<Object> given = new ArrayList<>();
        List<Object> givenToOurs = new ArrayList<>();
        for (Class<?> type : theirs.getParameterTypes()) {
            types.add(Class.forName(renamed(type.getName())));
            given.add(sample(type, false));
            givenToOurs.add(sample(type, true));
        }
        Throwable one = (Throwable) theirs.newInstance(given.toArray());
        Throwable other =
                (Throwable) ours.getConstructor(types.toArray(new Class<?>[0])).newInstance(givenToOurs.toArray());
        assertEquals(renamed(String.valueOf(one.getMessage())), String.valueOf(other.getMessage()), ours::getName);
        assertEquals(renamed(String.valueOf(one.getCause())), String.valueOf(other.getCause()), ours::getName);
    }

    private static Object sample(Class<?> type, boolean forOurs) {
        if (type == String.class) {
            return "what";
        }
        if (type == List.class) {
            return List.of("topic");
        }
        if (type == Set.class) {
            return Set.of(forOurs ? new TaskId(1, 2) : new org.apache.kafka.streams.processor.TaskId(1, 2));
        }
        if (type == org.apache.kafka.streams.processor.TaskId.class) {
            return forOurs ? new TaskId(1, 2) : new org.apache.kafka.streams.processor.TaskId(1, 2);
        }
        if (type == InvalidOffsetException.class) {
            return NO_OFFSET;
        }
        if (type == org.apache.kafka.streams.errors.ProcessorStateException.class) {
            return forOurs
                    ? new ProcessorStateException("state")
                    : new org.apache.kafka.streams.errors.ProcessorStateException("state");
        }
        assertEquals(Throwable.class, type);
        return new IllegalStateException("cause");
    }

    private static List<Class<?>> exceptionsOfKafkaStreams() throws Exception {
        String folder = "org/apache/kafka/streams/errors/";
        List<Class<?>> found = new ArrayList<>();
        try (JarFile jar = new JarFile(new File(org.apache.kafka.streams.errors.StreamsException.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI()))) {
            for (String name : jar.stream().map(entry -> entry.getName()).toList()) {
                if (name.startsWith(folder)
                        && name.lastIndexOf('/') == folder.length() - 1
                        && name.endsWith("n.class")) {
                    Class<?> type = Class.forName(
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'));
                    if (Throwable.class.isAssignableFrom(type)) {
                        found.add(type);
                    }
                }
            }
        }
        assertFalse(found.isEmpty());
        return found;
    }

    private static String renamed(String text) {
        return text.replace(THEIRS, OURS);
    }
}
