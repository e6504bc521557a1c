/** The topics of an application: which ones exist, the plan against them, and the ones to create. */
package org.stoatflow.runtime.topics;
