package org.stoatflow.races.turns;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;

/** The code that {@link Rewrite} puts into the engine's classes where threads meet. */
public interface Seams {
    /**
     * Adds code before an access to what threads share: an atomic, a volatile field, a concurrent queue.
     *
     * @param site number of the place; the same place of the same class always has the same number
     */
    void beforeAccess(CodeBuilder code, int site);

    /** Adds code in place of the call, if this call is to be replaced. Returns whether it has. */
    boolean inPlaceOf(CodeBuilder code, InvokeInstruction call, int site);

    /** Adds code after a monitor is entered or left. */
    void afterMonitor(CodeBuilder code, Opcode opcode);
}
