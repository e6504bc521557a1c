/** What the engine may do with records and their headers, and users may not. */
package org.stoatflow.record;
