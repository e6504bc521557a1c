package org.stoatflow.simulation;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import org.stoatflow.mutant.Answer;

/**
 * What the method of a {@link Mutant} returns: the tail of a restore, a late epoch, a boolean, or nothing.
 *
 * @param ofBoolean the boolean
 */
record MutantAnswer(boolean ofBoolean) implements Answer {
    private static final ClassDesc RESTORE_REASON = ClassDesc.of("org.stoatflow.restore.RestoreReason");
    private static final ClassDesc EPOCH = ClassDesc.of("org.stoatflow.kernel.epoch.Epoch");

    @Override
    public void write(CodeBuilder code, MethodModel method) {
        ClassDesc type = method.methodTypeSymbol().returnType();
        if (type.equals(RESTORE_REASON)) {
            code.getstatic(RESTORE_REASON, "TAIL", RESTORE_REASON).areturn();
        } else if (type.equals(EPOCH)) {
            code.aload(0)
                    .getfield(method.parent().orElseThrow().thisClass().asSymbol(), "open", EPOCH)
                    .invokestatic(ClassDesc.of(LateEpoch.class.getName()), "before", MethodTypeDesc.of(EPOCH, EPOCH))
                    .areturn();
        } else if (type.descriptorString().equals("Z")) {
            Answer.of(ofBoolean).write(code, method);
        } else {
            Answer.none().write(code, method);
        }
    }
}
