/** The restore before a run: what is missing, and who reads it. */
package org.stoatflow.runtime.restoring;
