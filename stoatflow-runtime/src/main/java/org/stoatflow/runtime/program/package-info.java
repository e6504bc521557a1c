/** How commands name an application: the options, the topology and the configuration that they mean. */
@org.jspecify.annotations.NullMarked
package org.stoatflow.runtime.program;
