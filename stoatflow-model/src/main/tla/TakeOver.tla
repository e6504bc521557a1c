------------------------------ MODULE TakeOver ------------------------------
(* docs/DESIGN.md, "One machine, then more", exactly-once: two instances, one consumer group, two transactional ids
   used in turn.
   What an instance does inside is in Epochs.tla; here it processes one record, commits it in one transaction, and so on.
   An instance that takes no step for a while is a zombie: it learns that it lost the partitions only when it polls, and
   between any two of its steps the group may go on without it.  A commit request may reach the broker late, even after
   its sender has died.  As in Kafka, the answer to a commit comes before its markers are written, and the marker in the
   log and the one that publishes the offsets are written one after the other, in either order.
   The changelog record of a transaction carries the whole state: the offsets that its writer has processed.

   The constants after MaxCrash choose the rule; the first value named is the engine's.                                *)
EXTENDS Naturals, Sequences, FiniteSets, TLC
CONSTANTS N,           \* source records
          MaxExpire,   \* times that the group takes the partitions away from an owner that lives
          MaxCrash,
          Start,       \* order at start: "design" | "offsetsFirst" | "initFirst" | "lazySecond"
          GenCheck,    \* TRUE: the broker refuses offsets that carry an old generation
          Stable,      \* TRUE: reading committed offsets waits for those of undecided transactions (read_committed)
          ByPosition,  \* TRUE: a marker does not publish offsets that were added before those already published
          PauseInStart \* FALSE: an owner is not silent past its session between being assigned and having both ids
I == {"a","b"}
D == {1,2}
Steps == CASE Start = "design"       -> <<"wait","init1","init2","offsets","restore","run">>
           [] Start = "offsetsFirst" -> <<"wait","offsets","init1","init2","restore","run">>
           [] Start = "initFirst"    -> <<"init1","init2","wait","offsets","restore","run">>
           [] Start = "lazySecond"   -> <<"wait","init1","offsets","restore","run">>
Index(s) == CHOOSE k \in 1..Len(Steps) : Steps[k] = s
VARIABLES gen, owner, members,                       \* group coordinator
          pc, myGen, held, pos, mem, turn, ph,       \* instances
          epoch, txn, marks, air, log, pend, bOff,   \* transaction coordinator, log, offsets
          expired, crashed, healthyFenced
vg == <<gen, owner, members>>
vi == <<pc, myGen, held, pos, mem, turn, ph>>
vt == <<epoch, txn, marks, air, log, pend, bOff>>
vf == <<expired, crashed, healthyFenced>>
vars == <<vg, vi, vt, vf>>

Init == /\ gen = 0 /\ owner = "none" /\ members = {}
        /\ pc = [i \in I |-> 0] /\ myGen = [i \in I |-> 0] /\ held = [i \in I |-> [d \in D |-> 0]]
        /\ pos = [i \in I |-> 0] /\ mem = [i \in I |-> <<>>] /\ turn = [i \in I |-> 1] /\ ph = [i \in I |-> "idle"]
        /\ epoch = [d \in D |-> 0] /\ txn = [d \in D |-> "none"] /\ marks = [d \in D |-> {}] /\ air = {}
        /\ log = <<>> /\ pend = <<>> /\ bOff = 0
        /\ expired = 0 /\ crashed = 0 /\ healthyFenced = FALSE
At(i,s) == pc[i] # 0 /\ Steps[pc[i]] = s
Other(i) == CHOOSE j \in I : j # i
Assigned(i) == owner = i /\ myGen[i] = gen

(* ---------- group ---------- *)
Join(i) == /\ pc[i] = 0                        \* a static member that was the owner is the owner again, under a new id
           /\ pc' = [pc EXCEPT ![i] = 1] /\ members' = members \cup {i}
           /\ owner' = (IF owner = "none" THEN i ELSE owner)
           /\ gen' = (IF owner \in {"none",i} THEN gen + 1 ELSE gen)
           /\ UNCHANGED <<myGen,held,pos,mem,turn,ph,vt,vf>>
InStart(i) == pc[i] > Index("wait") /\ \E d \in D : held[i][d] = 0
Expire == /\ owner # "none"                    \* the session of the owner ends; who waits is assigned
          /\ pc[owner] = 0 \/ expired < MaxExpire
          /\ ~PauseInStart => ~InStart(owner)
          /\ expired' = (IF pc[owner] = 0 THEN expired ELSE expired + 1)
          /\ members' = members \ {owner}
          /\ owner' = (IF Other(owner) \in members THEN Other(owner) ELSE "none") /\ gen' = gen + 1
          /\ UNCHANGED <<vi,vt,crashed,healthyFenced>>
Assign == /\ owner = "none" /\ \E i \in members : owner' = i /\ gen' = gen + 1
          /\ UNCHANGED <<members,vi,vt,vf>>

(* ---------- an instance ends ---------- *)
Forget(i) == /\ pc' = [pc EXCEPT ![i] = 0] /\ myGen' = [myGen EXCEPT ![i] = 0]
             /\ held' = [held EXCEPT ![i] = [d \in D |-> 0]] /\ pos' = [pos EXCEPT ![i] = 0]
             /\ mem' = [mem EXCEPT ![i] = <<>>] /\ turn' = [turn EXCEPT ![i] = 1] /\ ph' = [ph EXCEPT ![i] = "idle"]
Crash(i) == /\ pc[i] # 0 /\ crashed < MaxCrash /\ crashed' = crashed + 1 /\ Forget(i)
            /\ UNCHANGED <<vg,vt,expired,healthyFenced>>
Poll(i) ==  /\ pc[i] > Index("wait") /\ ~Assigned(i) /\ Forget(i)      \* learns that the partitions are gone
            /\ UNCHANGED <<vg,vt,vf>>
PollWaiting(i) ==
            /\ pc[i] \in 1..Index("wait") /\ i \notin members /\ members' = members \cup {i}
            /\ UNCHANGED <<gen,owner,vi,vt,vf>>

(* ---------- start ---------- *)
Step(i) == pc' = [pc EXCEPT ![i] = @ + 1]
Learn(i) == /\ At(i,"wait") /\ owner = i /\ Step(i) /\ myGen' = [myGen EXCEPT ![i] = gen]
            /\ UNCHANGED <<vg,held,pos,mem,turn,ph,vt,vf>>
Fences(i,d) == LET j == Other(i) IN Assigned(j) /\ held[j][d] # 0 /\ held[j][d] = epoch[d]
(* initTransactions: an open transaction is aborted, a decided one waited for, then the id has a new epoch *)
InitWants(i,d) == \/ At(i, IF d = 1 THEN "init1" ELSE "init2")
                  \/ Start = "lazySecond" /\ d = 2 /\ At(i,"run") /\ turn[i] = 2 /\ held[i][2] = 0
FenceOpen(i,d) ==
            /\ InitWants(i,d) /\ txn[d] = "open"
            /\ Assigned(i) \/ Start = "initFirst" \/ ~healthyFenced   \* a stale one does so once, to bound the model
            /\ txn' = [txn EXCEPT ![d] = "abort"] /\ marks' = [marks EXCEPT ![d] = {"log","off"}]
            /\ epoch' = [epoch EXCEPT ![d] = @ + 1]
            /\ healthyFenced' = (healthyFenced \/ Fences(i,d))
            /\ UNCHANGED <<vg,vi,air,log,pend,bOff,expired,crashed>>
InitId(i,d) ==
            /\ InitWants(i,d) /\ txn[d] = "none"
            /\ epoch' = [epoch EXCEPT ![d] = @ + 1] /\ held' = [held EXCEPT ![i][d] = epoch[d] + 1]
            /\ (IF At(i,"run") THEN UNCHANGED pc ELSE Step(i))
            /\ healthyFenced' = (healthyFenced \/ Fences(i,d))
            /\ UNCHANGED <<vg,myGen,pos,mem,turn,ph,txn,marks,air,log,pend,bOff,expired,crashed>>
ReadOffsets(i) ==
            /\ At(i,"offsets") /\ (Stable => pend = <<>>)
            /\ pos' = [pos EXCEPT ![i] = bOff] /\ Step(i)
            /\ UNCHANGED <<vg,myGen,held,mem,turn,ph,vt,vf>>
(* what a read_committed reader sees: nothing after the first undecided transaction *)
RECURSIVE Visible(_)
Visible(l) == IF l = <<>> \/ Head(l).st # "done" THEN <<>> ELSE <<Head(l)>> \o Visible(Tail(l))
State(l) == IF l = <<>> THEN <<>> ELSE l[Len(l)].val
Restore(i) ==
            /\ At(i,"restore") /\ mem' = [mem EXCEPT ![i] = State(Visible(log))] /\ Step(i)
            /\ UNCHANGED <<vg,myGen,held,pos,turn,ph,vt,vf>>

(* ---------- run: one transaction for each record ---------- *)
Holds(i) == held[i][turn[i]] = epoch[turn[i]]
Fenced(i) == /\ At(i,"run") /\ held[i][turn[i]] # 0 /\ ~Holds(i) /\ ph[i] \in {"idle","sent","offs"}
             /\ (ph[i] = "idle" => pos[i] < N) /\ Forget(i)
             /\ UNCHANGED <<vg,vt,vf>>
Send(i) == LET d == turn[i] IN
           /\ At(i,"run") /\ ph[i] = "idle" /\ pos[i] < N /\ held[i][d] # 0 /\ Holds(i) /\ txn[d] = "none"
           /\ log' = Append(log, [id |-> d, st |-> "open", off |-> pos[i]+1, val |-> Append(mem[i],pos[i]+1)])
           /\ txn' = [txn EXCEPT ![d] = "open"] /\ ph' = [ph EXCEPT ![i] = "sent"]
           /\ UNCHANGED <<vg,pc,myGen,held,pos,mem,turn,epoch,marks,air,pend,bOff,vf>>
AddOffsets(i) == LET d == turn[i] IN
           /\ At(i,"run") /\ ph[i] = "sent" /\ Holds(i) /\ (GenCheck => Assigned(i))
           /\ pend' = Append(pend, [id |-> d, off |-> pos[i]+1, dead |-> FALSE]) /\ ph' = [ph EXCEPT ![i] = "offs"]
           /\ UNCHANGED <<vg,pc,myGen,held,pos,mem,turn,epoch,txn,marks,air,log,bOff,vf>>
OffsetsRefused(i) == LET d == turn[i] IN              \* aborts, and ends
           /\ At(i,"run") /\ ph[i] = "sent" /\ Holds(i) /\ GenCheck /\ ~Assigned(i) /\ Forget(i)
           /\ txn' = [txn EXCEPT ![d] = "abort"] /\ marks' = [marks EXCEPT ![d] = {"log","off"}]
           /\ UNCHANGED <<vg,epoch,air,log,pend,bOff,vf>>
AskCommit(i) ==
           /\ At(i,"run") /\ ph[i] = "offs" /\ Holds(i) /\ ph' = [ph EXCEPT ![i] = "commit"]
           /\ air' = air \cup {[id |-> turn[i], ep |-> held[i][turn[i]]]}
           /\ UNCHANGED <<vg,pc,myGen,held,pos,mem,turn,epoch,txn,marks,log,pend,bOff,vf>>
Committed(i) ==
           /\ At(i,"run") /\ ph[i] = "done"     \* applies
           /\ pos' = [pos EXCEPT ![i] = @ + 1] /\ mem' = [mem EXCEPT ![i] = Append(@,pos[i]+1)]
           /\ turn' = [turn EXCEPT ![i] = 3 - @] /\ ph' = [ph EXCEPT ![i] = "idle"]
           /\ UNCHANGED <<vg,pc,myGen,held,vt,vf>>

(* ---------- broker ---------- *)
Asked(i,r) == pc[i] # 0 /\ ph[i] = "commit" /\ turn[i] = r.id /\ held[i][r.id] = r.ep
EndTxn(r) ==
           /\ r \in air /\ air' = air \ {r}
           /\ LET ok == epoch[r.id] = r.ep /\ txn[r.id] = "open" IN
              /\ IF ok THEN /\ txn' = [txn EXCEPT ![r.id] = "commit"] /\ marks' = [marks EXCEPT ![r.id] = {"log","off"}]
                            /\ log' = [k \in DOMAIN log |-> IF log[k].id = r.id /\ log[k].st = "open"
                                                             THEN [log[k] EXCEPT !.st = "decided"] ELSE log[k]]
                       ELSE UNCHANGED <<txn,marks,log>>
              /\ IF \E i \in I : Asked(i,r)
                 THEN LET i == CHOOSE x \in I : Asked(x,r) IN
                      IF ok THEN ph' = [ph EXCEPT ![i] = "done"] /\ UNCHANGED <<pc,myGen,held,pos,mem,turn>>
                            ELSE Forget(i)
                 ELSE UNCHANGED vi
           /\ UNCHANGED <<vg,epoch,pend,bOff,vf>>
TimeOut(d) ==
           /\ txn[d] = "open" /\ \A i \in I : held[i][d] # epoch[d]      \* nobody who lives can end it
           /\ txn' = [txn EXCEPT ![d] = "abort"] /\ marks' = [marks EXCEPT ![d] = {"log","off"}]
           /\ epoch' = [epoch EXCEPT ![d] = @ + 1]
           /\ UNCHANGED <<vg,vi,air,log,pend,bOff,vf>>
MarkLog(d) ==
           /\ "log" \in marks[d] /\ marks' = [marks EXCEPT ![d] = @ \ {"log"}]
           /\ txn' = [txn EXCEPT ![d] = IF marks[d] = {"log"} THEN "none" ELSE @]
           /\ log' = (IF txn[d] = "commit"
                      THEN [k \in DOMAIN log |-> IF log[k].id = d /\ log[k].st = "decided"
                                                 THEN [log[k] EXCEPT !.st = "done"] ELSE log[k]]
                      ELSE SelectSeq(log, LAMBDA x : x.id # d \/ x.st = "done"))
           /\ UNCHANGED <<vg,vi,epoch,air,pend,bOff,vf>>
MarkOff(d) == LET mine == SelectSeq(pend, LAMBDA x : x.id = d)
                  rest == SelectSeq(pend, LAMBDA x : x.id # d)
                  commits == txn[d] = "commit" /\ mine # <<>>
                  first == mine # <<>> /\ pend[1].id = d
              IN
           /\ "off" \in marks[d] /\ marks' = [marks EXCEPT ![d] = @ \ {"off"}]
           /\ txn' = [txn EXCEPT ![d] = IF marks[d] = {"off"} THEN "none" ELSE @]
           /\ bOff' = IF commits /\ (ByPosition => ~mine[1].dead) THEN mine[1].off ELSE bOff
           /\ pend' = IF commits /\ ~first          \* what was added before these is superseded
                      THEN [k \in DOMAIN rest |-> [rest[k] EXCEPT !.dead = TRUE]] ELSE rest
           /\ UNCHANGED <<vg,vi,epoch,air,log,vf>>

Quiet == \A d \in D : txn[d] = "none"
Finished == Quiet /\ air = {} /\ \E i \in I : Assigned(i) /\ At(i,"run") /\ ph[i] = "idle" /\ pos[i] = N
Life(i) == \/ Join(i) \/ Learn(i) \/ ReadOffsets(i) \/ Restore(i) \/ Send(i) \/ AddOffsets(i) \/ OffsetsRefused(i)
           \/ AskCommit(i) \/ Committed(i) \/ Fenced(i) \/ Poll(i) \/ PollWaiting(i)
           \/ \E d \in D : FenceOpen(i,d) \/ InitId(i,d)
Work == \/ Assign \/ (\E i \in I : Life(i)) \/ (\E r \in air : EndTxn(r)) \/ \E d \in D : TimeOut(d) \/ MarkLog(d) \/ MarkOff(d)
Next == Work \/ Expire \/ (\E i \in I : Crash(i)) \/ (Finished /\ UNCHANGED vars)
Spec == Init /\ [][Next]_vars /\ WF_vars(Work)

(* ---------- what must hold ---------- *)
Serial(l) == \A k \in DOMAIN l : l[k].off = k /\ l[k].val = [j \in 1..k |-> j]
(* what is committed, markers written or not, is the serial run over a prefix of the input: each record once, in order *)
InvSerial == Serial(SelectSeq(log, LAMBDA x : x.st # "open"))
(* and so is what a reader sees at any time *)
InvVisible == Serial(Visible(log))
(* once the markers are written, the offsets say what the log says *)
InvOffsets == Quiet => bOff = Len(Visible(log))
(* a running instance's state is that of its position *)
InvState == \A i \in I : (At(i,"run") /\ Assigned(i) /\ ph[i] = "idle" /\ Holds(i)) => mem[i] = [j \in 1..pos[i] |-> j]
(* at most one instance can commit *)
InvOneWriter == \A d \in D : \A i, j \in I : (held[i][d] # 0 /\ held[i][d] = held[j][d]) => i = j
(* the ids are initialised by who was assigned: nobody fences a healthy owner *)
InvHealthy == ~healthyFenced
Live == <>[]Finished
=============================================================================
