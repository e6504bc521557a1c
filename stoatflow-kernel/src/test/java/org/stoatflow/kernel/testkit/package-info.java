/** Test doubles of the kernel: listeners that ignore what they are told, and a small operator that buffers rows. */
package org.stoatflow.kernel.testkit;
