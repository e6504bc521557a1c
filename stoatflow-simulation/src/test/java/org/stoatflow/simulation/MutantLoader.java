package org.stoatflow.simulation;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Loads our classes anew, with one method replaced, so that production code needs no hooks for mutants. */
final class MutantLoader extends ReloadingLoader {
    private static final ClassDesc RESTORE_REASON = ClassDesc.of("org.stoatflow.restore.RestoreReason");
    private static final ClassDesc EPOCH = ClassDesc.of("org.stoatflow.kernel.epoch.Epoch");

    private final Mutant mutant;
    private boolean replaced;

    MutantLoader(Mutant mutant) {
        this.mutant = mutant;
    }

    /** Whether the loader has found the method; a mutant of a method that no longer exists proves nothing. */
    boolean hasReplaced() {
        return mutant.className() == null || replaced;
    }

    @Override
    protected byte[] loaded(String name, byte[] bytes) {
        return name.equals(mutant.className()) ? mutated(bytes) : bytes;
    }

    private byte[] mutated(byte[] bytes) {
        ClassFile classFile = ClassFile.of();
        return classFile.transformClass(classFile.parse(bytes), (builder, element) -> {
            if (element instanceof MethodModel method && method.methodName().equalsString(mutant.method())) {
                builder.withMethodBody(
                        method.methodName(),
                        method.methodType(),
                        method.flags().flagsMask(),
                        code -> answer(code, method.methodTypeSymbol().returnType()));
            } else {
                builder.with(element);
            }
        });
    }

    private void answer(CodeBuilder code, ClassDesc type) {
        replaced = true;
        if (type.equals(ConstantDescs.CD_void)) {
            code.return_();
        } else if (type.equals(ConstantDescs.CD_boolean)) {
            code.loadConstant(mutant.answer() ? 1 : 0).ireturn();
        } else if (type.equals(RESTORE_REASON)) {
            code.getstatic(RESTORE_REASON, "TAIL", RESTORE_REASON).areturn();
        } else if (type.equals(EPOCH)) {
            code.aload(0)
                    .getfield(ClassDesc.of(mutant.className()), "open", EPOCH)
                    .invokestatic(ClassDesc.of(LateEpoch.class.getName()), "before", MethodTypeDesc.of(EPOCH, EPOCH))
                    .areturn();
        } else if (type.equals(ConstantDescs.CD_List)) {
            code.invokestatic(ConstantDescs.CD_List, "of", MethodTypeDesc.of(ConstantDescs.CD_List), true)
                    .areturn();
        } else {
            code.aconst_null().areturn();
        }
    }
}
