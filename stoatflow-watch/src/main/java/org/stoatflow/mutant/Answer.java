package org.stoatflow.mutant;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Map;

/** What a method of a mutant does instead of its work. */
@FunctionalInterface
public interface Answer {
    /**
     * Writes the body that the method has instead.
     *
     * @param code where to
     * @param method the method as it was
     */
    void write(CodeBuilder code, MethodModel method);

    /**
     * Whether the answer is for this method of the name.
     *
     * @param method a method
     * @return whether it is replaced
     */
    default boolean isFor(MethodModel method) {
        return true;
    }

    /**
     * Puts something in the method's place.
     *
     * @param builder makes the class
     * @param method the method as it was
     */
    default void replace(ClassBuilder builder, MethodModel method) {
        builder.withMethodBody(
                method.methodName(), method.methodType(), method.flags().flagsMask(), code -> write(code, method));
    }

    /**
     * The method does nothing, and returns false, 0, nothing in a list or map, or null.
     *
     * @return the answer
     */
    static Answer none() {
        return Answer::writeNone;
    }

    private static void writeNone(CodeBuilder code, MethodModel method) {
        ClassDesc type = method.methodTypeSymbol().returnType();
        if (type.equals(ConstantDescs.CD_List)) {
            code.invokestatic(type, "of", MethodTypeDesc.of(type), true);
        } else if (type.equals(ClassDesc.of(Map.class.getName()))) {
            code.invokestatic(type, "of", MethodTypeDesc.of(type), true);
        } else if (TypeKind.from(type) == TypeKind.REFERENCE) {
            code.aconst_null();
        } else {
            writeNumber(code, TypeKind.from(type), 0);
        }
        code.return_(TypeKind.from(type));
    }

    /**
     * The method returns a boolean.
     *
     * @param value the boolean
     * @return the answer
     */
    static Answer of(boolean value) {
        return of(value ? 1L : 0L);
    }

    /**
     * The method returns a number.
     *
     * @param value the number, for an {@code int} or a {@code long}
     * @return the answer
     */
    static Answer of(long value) {
        return (code, method) -> {
            TypeKind kind = TypeKind.from(method.methodTypeSymbol().returnType());
            writeNumber(code, kind, value);
            code.return_(kind);
        };
    }

    private static void writeNumber(CodeBuilder code, TypeKind kind, long value) {
        switch (kind.asLoadable()) {
            case LONG -> code.loadConstant(value);
            case INT -> code.loadConstant((int) value);
            case VOID -> {}
            default -> throw new IllegalArgumentException("a method that returns " + kind + " has no answer " + value);
        }
    }

    /**
     * The method does what a static method of its name does, which is given the object, unless the method is static,
     * and the arguments. The object may be an {@code Object} there. Methods of the name without such a method stay as
     * they are.
     *
     * @param bodies a public class of ours with public methods
     * @return the answer
     */
    static Answer by(Class<?> bodies) {
        return new BodyOf(bodies);
    }

    /**
     * The method is not there, so that the inherited one is called.
     *
     * @return the answer
     */
    static Answer inherited() {
        return new Answer() {
            @Override
            public void replace(ClassBuilder builder, MethodModel method) {}

            @Override
            public void write(CodeBuilder code, MethodModel method) {
                throw new UnsupportedOperationException("a method that is left out has no body");
            }
        };
    }

    /**
     * The answers that a method may be given: the first that is for it.
     *
     * @param answers the answers
     * @return the answer
     */
    static Answer firstOf(Answer... answers) {
        List<Answer> all = List.of(answers);
        return (code, method) -> all.stream()
                .filter(each -> each.isFor(method))
                .findFirst()
                .orElseThrow()
                .write(code, method);
    }
}
