package org.stoatflow.races.turns;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/**
 * Puts calls of {@link Turns} into classes: at places to switch, and in place of the calls by which threads wait and
 * wake.
 */
final class TurnSeams implements Seams {
    private static final ClassDesc TURNS = ClassDesc.of(Turns.class.getName());
    private static final ClassDesc THREAD = ClassDesc.of("java.lang.Thread");
    private static final MethodTypeDesc VOID = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final Set<String> TURN_OF_LOCK_SUPPORT = Set.of("park", "parkNanos", "unpark");

    @Override
    public void beforeAccess(CodeBuilder code, int site) {
        code.invokestatic(TURNS, "point", VOID);
    }

    @Override
    public boolean inPlaceOf(CodeBuilder code, InvokeInstruction call, int site) {
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        if (owner.equals("java/util/concurrent/locks/LockSupport") && TURN_OF_LOCK_SUPPORT.contains(name)) {
            code.invokestatic(TURNS, name, call.typeSymbol());
        } else if (owner.equals("java/lang/Thread") && (name.equals("start") || name.equals("join"))) {
            code.invokestatic(TURNS, name, call.typeSymbol().insertParameterTypes(0, THREAD));
        } else if (owner.equals("java/lang/Thread") && (name.equals("yield") || name.equals("onSpinWait"))) {
            code.invokestatic(TURNS, name.equals("yield") ? "point" : "spin", VOID);
        } else {
            return false;
        }
        return true;
    }

    @Override
    public void afterMonitor(CodeBuilder code, Opcode opcode) {
        code.invokestatic(TURNS, opcode == Opcode.MONITORENTER ? "entered" : "left", VOID);
    }
}
