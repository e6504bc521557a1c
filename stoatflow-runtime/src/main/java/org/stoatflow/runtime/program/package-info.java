/** How commands name an application: the options, the topology and the configuration that they mean. */
package org.stoatflow.runtime.program;
