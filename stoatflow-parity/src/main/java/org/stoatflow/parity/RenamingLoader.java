package org.stoatflow.parity;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Loads the programs a second time, with our packages renamed to those of Kafka Streams, so that one source runs on
 * both. Names of classes stand in a class file's constant texts only, so these are all that is changed.
 */
public final class RenamingLoader extends ClassLoader {
    private final String programs;
    private static final int UTF8 = 1;

    /**
     * Loads one package twice; all other classes are those of the program.
     *
     * @param programs the package with its last dot, and the start of the names of all in it
     */
    public RenamingLoader(String programs) {
        super(RenamingLoader.class.getClassLoader());
        this.programs = programs;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            return name.startsWith(programs) ? define(name) : super.loadClass(name, resolve);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] renamed = renamed(in.readAllBytes());
            return defineClass(name, renamed, 0, renamed.length);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static byte[] renamed(byte[] classFile) throws IOException {
        DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(classFile));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length + 1024);
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(in.readNBytes(8)); // magic number and version
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            if (tag == UTF8) {
                out.writeUTF(renamed(in.readUTF()));
            } else {
                out.write(in.readNBytes(lengthOf(tag)));
            }
            if (tag == 5 || tag == 6) {
                i++; // a long or double takes two places
            }
        }
        in.transferTo(out);
        return bytes.toByteArray();
    }

    private static String renamed(String text) {
        return text.replace("org/stoatflow/streams/", "org/apache/kafka/streams/")
                .replace("org.stoatflow.streams.", "org.apache.kafka.streams.");
    }

    /** Bytes of a constant behind its tag: Java Virtual Machine Specification, 4.4. */
    private static int lengthOf(int tag) {
        return switch (tag) {
            case 7, 8, 16, 19, 20 -> 2;
            case 15 -> 3;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case 5, 6 -> 8;
            default -> throw new IllegalStateException("unknown constant, tag=" + tag);
        };
    }
}
