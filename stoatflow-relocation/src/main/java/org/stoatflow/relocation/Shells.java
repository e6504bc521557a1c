package org.stoatflow.relocation;

import java.io.IOException;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes empty shells of a jar's internal classes: their names, supertypes and signatures, and no field and no method.
 * A class that only names them in signatures can be loaded with these.
 *
 * <p>Arguments: the jar, the package below which internals are taken, the folder to write, and a folder of classes that
 * need no shell. The folder to write holds nothing else afterwards.
 */
public final class Shells {
    private static final int ARGUMENTS = 4;

    private Shells() {}

    /** Runs it; the class says what the arguments are. */
    public static void main(String[] args) throws IOException {
        if (args.length != ARGUMENTS) {
            throw new IllegalArgumentException("arguments=" + Arrays.toString(args)
                    + " must be: jar, package, folder to write, folder of classes that need no shell");
        }
        write(Path.of(args[0]), args[1], Path.of(args[2]), Path.of(args[3]));
    }

    static void write(Path jar, String packageName, Path target, Path present) throws IOException {
        String below = packageName.replace('.', '/') + "/";
        SortedMap<String, byte[]> internals = FileTree.read(
                jar,
                path -> path.startsWith(below)
                        && path.contains("/internals/")
                        && path.endsWith(".class")
                        && !Files.exists(present.resolve(path)));
        SortedMap<String, byte[]> shells = new TreeMap<>();
        internals.forEach((path, classFile) -> shells.put(path, emptied(classFile)));
        FileTree.write(target, shells);
    }

    static byte[] emptied(byte[] classFile) {
        ClassFile format = ClassFile.of();
        return format.transformClass(format.parse(classFile), ClassTransform.dropping(Shells::isMember));
    }

    private static boolean isMember(ClassElement element) {
        return element instanceof MethodModel || element instanceof FieldModel;
    }
}
