/** What of the configuration the engine goes by, grouped by who uses it; each group is made in one place. */
package org.stoatflow.runtime.settings;
