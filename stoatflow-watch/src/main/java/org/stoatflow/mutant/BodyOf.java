package org.stoatflow.mutant;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/** A method does what a static method of the same name does. */
record BodyOf(Class<?> bodies) implements Answer {
    @Override
    public boolean isFor(MethodModel method) {
        return body(method).isPresent();
    }

    private Optional<MethodTypeDesc> body(MethodModel method) {
        return Arrays.stream(bodies.getDeclaredMethods())
                .filter(each -> method.methodName().equalsString(each.getName()))
                .map(BodyOf::type)
                .filter(type -> isBody(type, method))
                .findFirst();
    }

    private static MethodTypeDesc type(Method body) {
        return MethodTypeDesc.of(
                described(body.getReturnType()),
                Arrays.stream(body.getParameterTypes()).map(BodyOf::described).toList());
    }

    private static ClassDesc described(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    private static boolean isBody(MethodTypeDesc body, MethodModel method) {
        MethodTypeDesc own = method.methodTypeSymbol();
        if (isStatic(method)) {
            return body.equals(own);
        }
        return body.parameterCount() > 0
                && (body.parameterType(0).equals(ConstantDescs.CD_Object)
                        || body.parameterType(0).equals(owner(method)))
                && body.dropParameterTypes(0, 1).equals(own);
    }

    private static ClassDesc owner(MethodModel method) {
        return method.parent().orElseThrow().thisClass().asSymbol();
    }

    private static boolean isStatic(MethodModel method) {
        return method.flags().has(AccessFlag.STATIC);
    }

    @Override
    public void write(CodeBuilder code, MethodModel method) {
        MethodTypeDesc own = method.methodTypeSymbol();
        if (!isStatic(method)) {
            code.aload(0);
        }
        for (int i = 0; i < own.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(own.parameterType(i)), code.parameterSlot(i));
        }
        code.invokestatic(
                ClassDesc.of(bodies.getName()),
                method.methodName().stringValue(),
                body(method).orElseThrow());
        code.return_(TypeKind.from(own.returnType()));
    }
}
