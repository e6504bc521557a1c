package org.stoatflow.mutant;

import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import org.jspecify.annotations.Nullable;

/** Loads our classes anew, with one method replaced, so that production code needs no hooks for mutants. */
public final class MutantLoader extends ReloadingLoader {
    private final @Nullable String className;
    private final String method;
    private final Answer answer;
    private boolean replaced;

    private MutantLoader(@Nullable String className, String method, Answer answer) {
        this.className = className;
        this.method = method;
        this.answer = answer;
    }

    /**
     * A loader that replaces the methods of one name, or those of them that the answer is for.
     *
     * @param className the class
     * @param method the method's name
     * @param answer what it does instead
     * @return the loader
     */
    public static MutantLoader of(String className, String method, Answer answer) {
        return new MutantLoader(className, method, answer);
    }

    /**
     * A loader that replaces nothing.
     *
     * @return the loader
     */
    public static MutantLoader unchanged() {
        return new MutantLoader(null, "", Answer.none());
    }

    /**
     * Whether the method was found, once its class is loaded; a mutant of a method that no longer exists proves
     * nothing.
     *
     * @return whether nothing is missing
     */
    public boolean hasReplaced() {
        return className == null || replaced;
    }

    /**
     * Loads the class of the method, and requires that the method is there.
     *
     * @throws ClassNotFoundException if the class is not there
     */
    public void requireReplaced() throws ClassNotFoundException {
        if (className != null) {
            loadClass(className);
        }
        if (!hasReplaced()) {
            throw new AssertionError(className + " has no method " + method + " for which there is an answer");
        }
    }

    @Override
    protected byte[] loaded(String name, byte[] bytes) {
        return name.equals(className) ? mutated(bytes) : bytes;
    }

    private byte[] mutated(byte[] bytes) {
        ClassFile classFile = ClassFile.of();
        return classFile.transformClass(classFile.parse(bytes), (builder, element) -> {
            if (element instanceof MethodModel found
                    && found.methodName().equalsString(method)
                    && answer.isFor(found)) {
                replaced = true;
                answer.replace(builder, found);
            } else {
                builder.with(element);
            }
        });
    }
}
