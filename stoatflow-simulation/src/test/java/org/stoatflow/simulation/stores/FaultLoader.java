package org.stoatflow.simulation.stores;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.Map;
import org.stoatflow.simulation.ReloadingLoader;

/** Loads our classes anew, with the body of one method replaced. */
final class FaultLoader extends ReloadingLoader {
    private final Fault fault;
    private boolean replaced;

    FaultLoader(Fault fault) {
        this.fault = fault;
    }

    /** Whether the method was there. */
    boolean hasReplaced() {
        return replaced;
    }

    @Override
    protected byte[] loaded(String name, byte[] bytes) {
        if (!name.equals(fault.className())) {
            return bytes;
        }
        ClassFile classFile = ClassFile.of();
        return classFile.transformClass(classFile.parse(bytes), (builder, element) -> {
            if (element instanceof MethodModel method && method.methodName().equalsString(fault.method())) {
                replaced = true;
                builder.withMethodBody(
                        method.methodName(),
                        method.methodType(),
                        method.flags().flagsMask(),
                        code -> answer(code, method.methodTypeSymbol()));
            } else {
                builder.with(element);
            }
        });
    }

    private void answer(CodeBuilder code, MethodTypeDesc type) {
        ClassDesc result = type.returnType();
        if (Arrays.stream(Faults.class.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals(fault.method()))) {
            ClassDesc owner = ClassDesc.of(fault.className());
            code.aload(0);
            for (int i = 0; i < type.parameterCount(); i++) {
                code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
            }
            code.invokestatic(
                    ClassDesc.of(Faults.class.getName()), fault.method(), type.insertParameterTypes(0, owner));
        } else if (result.equals(ConstantDescs.CD_long)) {
            code.lconst_0();
        } else if (result.isPrimitive() && !result.equals(ConstantDescs.CD_void)) {
            code.iconst_0();
        } else if (result.equals(ClassDesc.of(Map.class.getName()))) {
            code.invokestatic(result, "of", MethodTypeDesc.of(result), true);
        } else if (!result.equals(ConstantDescs.CD_void)) {
            code.aconst_null();
        }
        code.return_(TypeKind.from(result));
    }
}
