package org.stoatflow.relocation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ConstantTextsTest {
    @Test
    void shouldKeepEveryByteWhereNoTextChanges() throws IOException {
        byte[] classFile = classFile(Sample.class);
        assertArrayEquals(classFile, ConstantTexts.changed(classFile, text -> text));
    }

    @Test
    void shouldFindStringsBesideNames() throws IOException {
        List<String> texts = ConstantTexts.of(classFile(Sample.class));
        assertTrue(texts.contains(Sample.IN_A_SENTENCE));
        assertTrue(texts.contains("org/stoatflow/relocation/Sample"));
    }

    @Test
    void shouldGiveClassThatRunsUnderNewName() throws Exception {
        Renaming renaming = new Renaming("org.stoatflow.relocation", "elsewhere.on.earth");
        byte[] renamed = ConstantTexts.changed(classFile(Sample.class), renaming::in);
        Class<?> loaded = new OneClass().define("elsewhere.on.earth.Sample", renamed);

        Field sentence = loaded.getDeclaredField("IN_A_SENTENCE");
        sentence.setAccessible(true);
        assertEquals("not an elsewhere.on.earth.Sample, as asked for", sentence.get(null));
        Constructor<?> constructor = loaded.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object made = constructor.newInstance();
        assertEquals(List.of(made), ((Supplier<?>) made).get());
    }

    static byte[] classFile(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return in.readAllBytes();
        }
    }

    private static final class OneClass extends ClassLoader {
        private OneClass() {
            super(ConstantTextsTest.class.getClassLoader());
        }

        private Class<?> define(String name, byte[] classFile) {
            return defineClass(name, classFile, 0, classFile.length);
        }
    }
}
