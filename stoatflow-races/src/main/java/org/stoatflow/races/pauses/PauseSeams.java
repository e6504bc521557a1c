package org.stoatflow.races.pauses;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import org.stoatflow.races.turns.Seams;

/**
 * Puts calls of {@link Pauses} into classes: a place to pause before each access to what threads share, and calls in
 * place of those that park and unpark, since a pause must neither take a wake nor leave one behind.
 */
public final class PauseSeams implements Seams {
    private static final ClassDesc PAUSES = ClassDesc.of(Pauses.class.getName());
    private static final MethodTypeDesc OF_SITE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final Set<String> PERMITS = Set.of("park", "parkNanos", "unpark");

    @Override
    public void beforeAccess(CodeBuilder code, int site) {
        code.loadConstant(site).invokestatic(PAUSES, "at", OF_SITE);
    }

    @Override
    public boolean inPlaceOf(CodeBuilder code, InvokeInstruction call, int site) {
        String name = call.name().stringValue();
        if (!call.owner().asInternalName().equals("java/util/concurrent/locks/LockSupport")
                || !PERMITS.contains(name)) {
            return false;
        }
        beforeAccess(code, site);
        code.invokestatic(PAUSES, name, call.typeSymbol());
        return true;
    }

    @Override
    public void afterMonitor(CodeBuilder code, Opcode opcode) {
        // the machine schedules threads that wait for a monitor
    }
}
