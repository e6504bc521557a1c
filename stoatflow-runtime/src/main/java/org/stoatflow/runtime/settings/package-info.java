/** The configuration that the engine uses, grouped by the part that uses it. Each group is made in one place. */
package org.stoatflow.runtime.settings;
