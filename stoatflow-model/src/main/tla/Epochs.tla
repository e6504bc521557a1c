------------------------------- MODULE Epochs -------------------------------
(* docs/DESIGN.md, "Epochs", exactly-once.  Stage L = lanes l1,l2; stage R = lanes r1[,r2].
   Topo = "cycle":   src(L) -> hop(R) -> resp(L) -> [cache c2] -> hop2(R) -> output
                     src(L) -> [cache c1] -> hop(R);   src(L) -> [cache c2]
   Topo = "chain":   src(L) -> hop(R) -> output;  src(L) -> [cache c1] -> hop(R)
   Topo = "caches":  src(L) -> [cache c1] -> [cache c2] -> hop(R) -> output;  src(L) -> [cache c2]
   Topo = "line":    as "caches", but src reaches c2 only through c1
   A response goes to the OTHER lane of L, so lanes touched only by src or only by resp exist.
   A batch is one record.  Processing (with hand-over) and lowering the counter are two steps.
   Counters are derived: waiting + in process.  Two slots (epoch mod 2) hold the two open epochs.

   Where a constant chooses a rule, the value of docs/DESIGN.md and of the engine is named first.                       *)
EXTENDS Naturals, Sequences, FiniteSets, TLC
CONSTANTS KeyOf,        \* key (1 or 2) of each source offset
          NR,           \* lanes in R
          Topo,         \* "cycle" | "chain" | "caches" | "line"
          Rule,         \* "cacheentry": a flush counts as an entry
                        \* "literal":    an entry is complete when its lanes have left; caches are flushed then
                        \* "noflush":    as "literal", but an entry is complete at zero
                        \* "perentry":   each entry flushes all that it feeds
                        \* "lastfeeder": an entry counts the flush of the cache that it is the last to feed
          CacheEdge,    \* TRUE: the flush of a cache is downstream of the flush of the cache that feeds it
          InOrder,      \* TRUE: a lane flushes upstream caches first
          BP,           \* back-pressure: "same": batches of the lane's epoch and older count | "none"
          Mark,         \* batches at which an entry's feeders stop
          Budget,       \* batches and outbox records at which the dispatcher stops; 0: no bound
          TouchRead,    \* "atomic" | "before"  (touched is read before closed)
          FenceFirst,   \* TRUE: recovery re-initialises the ids before it reads offsets and changelog
          AbortAnywhere,\* FALSE; TRUE: a known abort also between commit and apply
          CrashOK, AbortOK, SendFailOK, MaxFaults
K3a == <<1,2,1>>
K3b == <<1,1,2>>
K4a == <<1,2,1,2>>
K2a == <<1,2>>
K2b == <<1,1>>
K2c == <<2,1>>
K1  == <<1>>
N == Len(KeyOf)
K == {1,2}
LL == {"l1","l2"}
RL == IF NR = 2 THEN {"r1","r2"} ELSE {"r1"}
Lanes == LL \cup RL
LOf(k) == IF k = 1 THEN "l1" ELSE "l2"
KOf(l) == IF l = "l1" THEN 1 ELSE 2
ROf(k) == IF NR = 1 THEN "r1" ELSE IF k = 1 THEN "r2" ELSE "r1"
Cyc == Topo = "cycle"
Two == Topo \in {"caches","line"}
Direct == Topo = "caches"
E == IF Cyc THEN {"src","hop","resp","hop2"} ELSE {"src","hop"}
EL == {"src","resp"} \cap E
ER == {"hop","hop2"} \cap E
StageE(l) == IF l \in LL THEN EL ELSE ER
Feeds(e) == CASE e = "src" -> (IF Cyc \/ Direct THEN {"c1","c2"} ELSE {"c1"})
              [] e = "resp" -> {"c2"} [] OTHER -> {}
Feeders(c) == IF c = "c1" THEN {"src"} ELSE {"src","resp"}
Up(e) == CASE e = "src"  -> {}
           [] e = "c1"   -> {"src"}
           [] e = "hop"  -> IF Two THEN {"c2"} ELSE IF Rule = "cacheentry" THEN {"src","c1"} ELSE {"src"}
           [] e = "resp" -> {"hop"}
           [] e = "c2"   -> IF Two THEN (IF CacheEdge THEN {"src","c1"} ELSE {"src"}) ELSE {"src","resp"}
           [] e = "hop2" -> IF Rule = "cacheentry" THEN {"c2"} ELSE {"src","resp"}

VARIABLES nextOff, isCut, cutAt, applied,            \* dispatcher
          inbox, busy, laneEp, tby, left, flushed, dirty, ov, outb, peek,   \* lanes
          phase,                                     \* committer
          txnSt, txn, bOff, bLog, bOut, bCuts,       \* broker
          rocks, mode, fenced, faults
vd == <<nextOff, isCut, cutAt, applied>>
vl == <<inbox, busy, laneEp, tby, left, flushed, dirty, ov, outb, peek>>
vb == <<txnSt, txn, bOff, bLog, bOut, bCuts>>
vx == <<rocks, mode, fenced, faults>>
vars == <<vd, vl, phase, vb, vx>>

St0(l) == IF l \in LL THEN [A |-> <<>>, S |-> <<>>, R |-> <<>>]
                      ELSE [B |-> [k \in K |-> <<>>], D |-> [k \in K |-> 0]]
S2 == {0,1}
Slot(n) == n % 2
EmptyInbox == [e \in E |-> [l \in IF e \in EL THEN LL ELSE RL |-> <<>>]]
NoOv == [l \in Lanes |-> <<>>]
NoOut == [l \in RL |-> <<>>]

Init ==
  /\ nextOff = 1 /\ isCut = FALSE /\ cutAt = 0 /\ applied = 0
  /\ inbox = [p \in S2 |-> EmptyInbox] /\ busy = [l \in Lanes |-> <<>>]
  /\ laneEp = [l \in Lanes |-> 1]
  /\ tby = [p \in S2 |-> {}] /\ left = [p \in S2 |-> {}] /\ flushed = [p \in S2 |-> {}]
  /\ dirty = [p \in S2 |-> {}] /\ ov = [p \in S2 |-> NoOv] /\ outb = [p \in S2 |-> NoOut]
  /\ peek = {} /\ phase = "idle"
  /\ txnSt = "none" /\ txn = <<>> /\ bOff = 0 /\ bLog = [l \in Lanes |-> St0(l)]
  /\ bOut = [k \in K |-> <<>>] /\ bCuts = <<>>
  /\ rocks = [l \in Lanes |-> St0(l)] /\ mode = "run" /\ fenced = FALSE /\ faults = 0

(* ---------- derived: counters, closed, complete ---------- *)
Touched(p) == {x[2] : x \in tby[p]}
LenSum(f) == LET RECURSIVE g(_)
                 g(s) == IF s = {} THEN 0 ELSE LET x == CHOOSE y \in s : TRUE IN Len(f[x]) + g(s \ {x})
             IN g(DOMAIN f)
Cnt(p,e) == IF e \in {"c1","c2"} THEN Cardinality({x \in dirty[p] : x[1] = e})
            ELSE LenSum(inbox[p][e]) + Cardinality({l \in Lanes : busy[l] = <<p,e>>})
Old == applied + 1          \* the older open epoch; applied+2 is open iff isCut
Cur == IF isCut THEN applied + 2 ELSE applied + 1
RECURSIVE Complete(_,_)
Closed(n,e) == n = Old /\ isCut /\ \A u \in Up(e) : Complete(n,u)
Complete(n,e) ==
  LET p == Slot(n) IN
  /\ Closed(n,e) /\ Cnt(p,e) = 0
  /\ CASE Rule = "literal"    -> \A l \in Lanes : (<<e,l>> \in tby[p] /\ Feeds(e) # {}) => l \in left[p]
       [] Rule = "perentry"   -> \A l \in Lanes : (<<e,l>> \in tby[p] /\ Feeds(e) # {}) => <<e,l>> \in flushed[p]
       [] Rule = "lastfeeder" -> \A l \in Lanes : <<e,l>> \in tby[p] =>
                                    /\ e = "src"  => <<"c1",l>> \notin dirty[p]
                                    /\ e = "resp" => <<"c2",l>> \notin dirty[p]
       [] OTHER -> TRUE
EpochComplete == isCut /\ \A l \in Touched(Slot(Old)) : l \in left[Slot(Old)]

Read(l,n) == IF ov[Slot(n)][l] # <<>> THEN ov[Slot(n)][l][1]
             ELSE IF n = applied + 2 /\ ov[Slot(Old)][l] # <<>> THEN ov[Slot(Old)][l][1]
             ELSE rocks[l]
UnderWay == LET slot(p) == LenSum([e \in E |-> [k \in 1..LenSum(inbox[p][e]) |-> 0]]) + LenSum(outb[p])
            IN slot(0) + slot(1)
Put(ib,p,e,l,m) == [ib EXCEPT ![p][e][l] = Append(@, m)]

(* ---------- dispatcher ---------- *)
Hand == /\ mode = "run" /\ nextOff <= N /\ (Budget > 0 => UnderWay < Budget)
        /\ LET p == Slot(Cur) l == LOf(KeyOf[nextOff]) IN
           /\ inbox' = Put(inbox,p,"src",l,nextOff)
           /\ tby' = [tby EXCEPT ![p] = @ \cup {<<"src",l>>}]
        /\ nextOff' = nextOff + 1
        /\ UNCHANGED <<isCut,cutAt,applied,busy,laneEp,left,flushed,dirty,ov,outb,peek,phase,vb,vx>>
Cut ==  /\ mode = "run" /\ ~isCut /\ nextOff - 1 > cutAt
        /\ isCut' = TRUE /\ cutAt' = nextOff - 1
        /\ UNCHANGED <<nextOff,applied,vl,phase,vb,vx>>

(* ---------- lanes ---------- *)
Idle(l) == mode = "run" /\ busy[l] = <<>>
NextOf(e) == CASE e = "src" -> (IF Two THEN "none" ELSE "hop") [] e = "hop" -> (IF Cyc THEN "resp" ELSE "none") [] OTHER -> "none"
Load(n,d) == LET s == {m \in {Old,applied+2} : m <= n}
             IN  (IF Old \in s THEN Cnt(Slot(Old),d) ELSE 0) + (IF applied+2 \in s THEN Cnt(Slot(applied+2),d) ELSE 0)
BPok(n,e) == IF BP = "none" \/ NextOf(e) = "none" THEN TRUE ELSE Load(n,NextOf(e)) < Mark

Process(l,e) ==
  LET n == laneEp[l] p == Slot(n) IN
  /\ Idle(l) /\ n <= Cur /\ l \notin left[p]
  /\ inbox[p][e][l] # <<>> /\ BPok(n,e)
  /\ LET m == Head(inbox[p][e][l])
         ib == [inbox EXCEPT ![p][e][l] = Tail(@)]
         st == Read(l,n) IN
     CASE e = "src" ->
            LET k == KeyOf[m] r == ROf(k) IN
            /\ IF Two THEN inbox' = ib /\ UNCHANGED tby
                      ELSE /\ inbox' = Put(ib,p,"hop",r,<<k,<<m>>>>)
                           /\ tby' = [tby EXCEPT ![p] = @ \cup {<<"hop",r>>}]
            /\ dirty' = [dirty EXCEPT ![p] = @ \cup {<<c,l>> : c \in Feeds("src")}]
            /\ ov' = [ov EXCEPT ![p][l] = <<[st EXCEPT !.A = Append(@,m), !.S = IF Cyc \/ Direct THEN Append(@,m) ELSE @]>>]
            /\ UNCHANGED outb
       [] e = "hop" ->
            LET k == m[1] t == LOf(3-k) IN
            /\ ov' = [ov EXCEPT ![p][l] = <<[st EXCEPT !.B[k] = Append(@,m[2])]>>]
            /\ IF Cyc THEN /\ inbox' = Put(ib,p,"resp",t,m[2])
                           /\ tby' = [tby EXCEPT ![p] = @ \cup {<<"resp",t>>}]
                           /\ UNCHANGED outb
                      ELSE /\ inbox' = ib /\ UNCHANGED tby
                           /\ outb' = [outb EXCEPT ![p][l] = Append(@,m)]
            /\ UNCHANGED dirty
       [] e = "resp" ->
            /\ inbox' = ib
            /\ ov' = [ov EXCEPT ![p][l] = <<[st EXCEPT !.R = Append(@,m)]>>]
            /\ dirty' = [dirty EXCEPT ![p] = @ \cup {<<"c2",l>>}]
            /\ UNCHANGED <<tby,outb>>
       [] e = "hop2" ->
            /\ inbox' = ib
            /\ ov' = [ov EXCEPT ![p][l] = <<[st EXCEPT !.D[m[1]] = @ + 1]>>]
            /\ outb' = [outb EXCEPT ![p][l] = Append(@,m)]
            /\ UNCHANGED <<tby,dirty>>
  /\ busy' = [busy EXCEPT ![l] = <<p,e>>]
  /\ UNCHANGED <<vd,laneEp,left,flushed,peek,phase,vb,vx>>
Lower(l) == /\ mode = "run" /\ busy[l] # <<>> /\ busy' = [busy EXCEPT ![l] = <<>>]
            /\ UNCHANGED <<vd,inbox,laneEp,tby,left,flushed,dirty,ov,outb,peek,phase,vb,vx>>

(* hand over what the dirty caches cs of lane l hold; where c1 feeds c2, its flush is a write there *)
FlushTo(l,p,cs) ==
  LET k == KOf(l) r == ROf(k) st == Read(l,laneEp[l])
      d == {c \in cs : <<c,l>> \in dirty[p]}
      h == IF Two THEN "hop" ELSE "hop2"
      i1 == IF "c1" \in d /\ ~Two THEN Put(inbox,p,"hop",r,<<k,<<0>> \o st.A>>) ELSE inbox
      i2 == IF "c2" \in d THEN Put(i1,p,h,r,IF Two THEN <<k,st.S>> ELSE <<k,st.S,st.R>>) ELSE i1
  IN /\ inbox' = i2
     /\ tby' = [tby EXCEPT ![p] = @ \cup (IF "c1" \in d /\ ~Two THEN {<<"hop",r>>} ELSE {})
                                    \cup (IF "c2" \in d THEN {<<h,r>>} ELSE {})]
     /\ IF Two /\ "c1" \in d
        THEN /\ ov' = [ov EXCEPT ![p][l] = <<[st EXCEPT !.S = Append(@,10 + Len(st.A))]>>]
             /\ dirty' = [dirty EXCEPT ![p] = (@ \ {<<c,l>> : c \in cs}) \cup {<<"c2",l>>}]
        ELSE /\ dirty' = [dirty EXCEPT ![p] = @ \ {<<c,l>> : c \in cs}]
             /\ UNCHANGED ov
(* flush one cache once all entries feeding it are closed and drained on this lane *)
FlushC(l,c) ==
  LET n == laneEp[l] p == Slot(n) IN
  /\ Rule \in {"cacheentry","lastfeeder"} /\ Idle(l) /\ l \in LL /\ <<c,l>> \in dirty[p]
  /\ \A e \in Feeders(c) \cap E : Closed(n,e) /\ inbox[p][e][l] = <<>>
  /\ (Two /\ InOrder /\ c = "c2") => <<"c1",l>> \notin dirty[p]
  /\ FlushTo(l,p,{c})
  /\ UNCHANGED <<vd,busy,laneEp,left,flushed,outb,peek,phase,vb,vx>>
(* flush everything an entry feeds once that entry is closed and drained on this lane *)
FlushE(l,e) ==
  LET n == laneEp[l] p == Slot(n) IN
  /\ Rule = "perentry" /\ Idle(l) /\ <<e,l>> \in tby[p] \ flushed[p] /\ Feeds(e) # {}
  /\ Closed(n,e) /\ inbox[p][e][l] = <<>>
  /\ FlushTo(l,p,Feeds(e))
  /\ flushed' = [flushed EXCEPT ![p] = @ \cup {<<e,l>>}]
  /\ UNCHANGED <<vd,busy,laneEp,left,outb,peek,phase,vb,vx>>
Leave(l) ==
  LET n == laneEp[l] p == Slot(n) IN
  /\ Idle(l) /\ n = Old /\ l \in Touched(p) \ left[p]
  /\ \A e \in StageE(l) : Closed(n,e) /\ inbox[p][e][l] = <<>>
  /\ IF Rule \in {"literal","noflush"} /\ l \in LL
     THEN FlushTo(l,p,{"c1","c2"})
     ELSE /\ \A x \in dirty[p] : x[2] # l
          /\ Rule = "perentry" => \A e \in StageE(l) : (<<e,l>> \in tby[p] /\ Feeds(e) # {}) => <<e,l>> \in flushed[p]
          /\ UNCHANGED <<inbox,tby,dirty,ov>>
  /\ left' = [left EXCEPT ![p] = @ \cup {l}]
  /\ UNCHANGED <<vd,busy,laneEp,flushed,outb,peek,phase,vb,vx>>
Peek(l) == /\ TouchRead = "before" /\ Idle(l) /\ laneEp[l] = Old /\ l \notin Touched(Slot(Old)) /\ l \notin peek
           /\ \E e \in StageE(l) : isCut /\ inbox[Slot(Cur)][e][l] # <<>>
           /\ peek' = peek \cup {l}
           /\ UNCHANGED <<vd,inbox,busy,laneEp,tby,left,flushed,dirty,ov,outb,phase,vb,vx>>
Start(l) ==
  LET p == Slot(Old) IN
  /\ Idle(l) /\ laneEp[l] = Old /\ isCut
  /\ \E e \in StageE(l) : inbox[Slot(Cur)][e][l] # <<>>
  /\ \/ l \in left[p]
     \/ /\ (IF TouchRead = "before" THEN l \in peek ELSE l \notin Touched(p))
        /\ \A e \in StageE(l) : Closed(Old,e)
  /\ laneEp' = [laneEp EXCEPT ![l] = Cur] /\ peek' = peek \ {l}
  /\ UNCHANGED <<vd,inbox,busy,tby,left,flushed,dirty,ov,outb,phase,vb,vx>>

(* ---------- committer and broker ---------- *)
Send == /\ mode = "run" /\ phase = "idle" /\ txnSt = "none" /\ EpochComplete
        /\ txn' = <<[off |-> cutAt, log |-> [l \in Lanes |-> IF l \in left[Slot(Old)] THEN ov[Slot(Old)][l] ELSE <<>>],
                     out |-> outb[Slot(Old)]]>>
        /\ txnSt' = "open" /\ phase' = "sent"
        /\ UNCHANGED <<vd,vl,bOff,bLog,bOut,bCuts,vx>>
SendFail ==
        /\ SendFailOK /\ mode = "run" /\ phase = "sent" /\ faults < MaxFaults   \* one refused record: abort, send the same outbox again
        /\ txnSt' = "none" /\ txn' = <<>> /\ phase' = "idle" /\ faults' = faults + 1
        /\ UNCHANGED <<vd,vl,bOff,bLog,bOut,bCuts,rocks,mode,fenced>>
CommitReq ==
        /\ mode = "run" /\ phase = "sent" /\ txnSt = "open"
        /\ phase' = "committing" /\ txnSt' = "committing"
        /\ UNCHANGED <<vd,vl,txn,bOff,bLog,bOut,bCuts,vx>>
OutOf(k,o) == LET s == o[ROf(k)] IN SelectSeq(s, LAMBDA m : m[1] = k)
DoCommit(after) == LET t == txn[1] IN
        /\ bOff' = t.off /\ bCuts' = Append(bCuts,t.off)
        /\ bLog' = [l \in Lanes |-> IF t.log[l] = <<>> THEN bLog[l] ELSE t.log[l][1]]
        /\ bOut' = [k \in K |-> bOut[k] \o OutOf(k,t.out)]
        /\ txn' = <<>> /\ txnSt' = after
BrokerCommit ==
        /\ txnSt = "committing"
        /\ DoCommit(IF mode = "run" /\ phase = "committing" THEN "done" ELSE "none")
        /\ UNCHANGED <<vd,vl,phase,vx>>
Ack ==  /\ mode = "run" /\ phase = "committing" /\ txnSt = "done"
        /\ phase' = "committed" /\ txnSt' = "none"
        /\ UNCHANGED <<vd,vl,txn,bOff,bLog,bOut,bCuts,vx>>
Apply == LET p == Slot(Old) IN
        /\ mode = "run" /\ phase = "committed"
        /\ rocks' = [l \in Lanes |-> IF ov[p][l] = <<>> THEN rocks[l] ELSE ov[p][l][1]]
        /\ applied' = applied + 1 /\ isCut' = FALSE /\ phase' = "idle"
        /\ laneEp' = [l \in Lanes |-> IF laneEp[l] < applied + 2 THEN applied + 2 ELSE laneEp[l]]
        /\ inbox' = [inbox EXCEPT ![p] = EmptyInbox] /\ tby' = [tby EXCEPT ![p] = {}]
        /\ left' = [left EXCEPT ![p] = {}] /\ flushed' = [flushed EXCEPT ![p] = {}]
        /\ dirty' = [dirty EXCEPT ![p] = {}] /\ ov' = [ov EXCEPT ![p] = NoOv] /\ outb' = [outb EXCEPT ![p] = NoOut]
        /\ peek' = {}
        /\ UNCHANGED <<nextOff,cutAt,busy,vb,mode,fenced,faults>>

(* ---------- faults ---------- *)
Forget(n, off) ==      \* all that is volatile, as new at epoch n after offset off
  /\ nextOff' = off + 1 /\ isCut' = FALSE /\ cutAt' = off /\ applied' = n
  /\ inbox' = [p \in S2 |-> EmptyInbox] /\ busy' = [l \in Lanes |-> <<>>]
  /\ laneEp' = [l \in Lanes |-> n + 1]
  /\ tby' = [p \in S2 |-> {}] /\ left' = [p \in S2 |-> {}] /\ flushed' = [p \in S2 |-> {}]
  /\ dirty' = [p \in S2 |-> {}] /\ ov' = [p \in S2 |-> NoOv] /\ outb' = [p \in S2 |-> NoOut]
  /\ peek' = {} /\ phase' = "idle"
Crash == /\ CrashOK /\ mode = "run" /\ faults < MaxFaults     \* also: unknown outcome, given up retrying
         /\ mode' = "down" /\ fenced' = FALSE /\ faults' = faults + 1 /\ Forget(0,0)
         /\ txnSt' = (IF txnSt = "done" THEN "none" ELSE txnSt)
         /\ UNCHANGED <<txn,bOff,bLog,bOut,bCuts,rocks>>
Fence == /\ mode = "down" /\ ~fenced /\ fenced' = TRUE       \* initTransactions on both ids
         /\ \/ txnSt = "committing" /\ DoCommit("none")
            \/ txnSt' = "none" /\ txn' = <<>> /\ UNCHANGED <<bOff,bLog,bOut,bCuts>>
         /\ UNCHANGED <<vd,vl,phase,rocks,mode,faults>>
Recover ==
         /\ mode = "down" /\ (FenceFirst => fenced)
         /\ rocks' = bLog                                      \* RocksDB plus the changelog tail
         /\ mode' = "run" /\ Forget(Len(bCuts), bOff)
         /\ UNCHANGED <<vb,fenced,faults>>
KnownAbort ==
         /\ AbortOK /\ mode = "run" /\ faults < MaxFaults /\ \E l \in Lanes : busy[l] # <<>>
         /\ (phase \in {"idle","sent"} \/ (AbortAnywhere /\ phase = "committed"))
         /\ txnSt' = "none" /\ txn' = <<>> /\ Forget(Len(bCuts), bOff) /\ faults' = faults + 1
         /\ UNCHANGED <<bOff,bLog,bOut,bCuts,rocks,mode,fenced>>

Finished == mode = "run" /\ bOff = N /\ applied = Len(bCuts) /\ phase = "idle" /\ txnSt = "none"
Work == \/ Hand \/ Cut \/ Send \/ CommitReq \/ BrokerCommit \/ Ack \/ Apply \/ Fence \/ Recover
        \/ \E l \in Lanes : Lower(l) \/ Leave(l) \/ Start(l) \/ Peek(l)
                            \/ \E e \in StageE(l) : Process(l,e) \/ FlushE(l,e)
        \/ \E l \in LL : \E c \in {"c1","c2"} : FlushC(l,c)
Faults == Crash \/ KnownAbort \/ SendFail
Next == Work \/ Faults \/ (Finished /\ UNCHANGED vars)
Spec == Init /\ [][Next]_vars /\ WF_vars(Work)

(* ---------- the serial run over the committed cuts ---------- *)
RECURSIVE Exp(_)
Exp(i) == IF i = 0 THEN [st |-> [l \in Lanes |-> St0(l)], out |-> [k \in K |-> <<>>]]
  ELSE LET x == Exp(i-1)
           lo == IF i = 1 THEN 0 ELSE bCuts[i-1]
           rs == [k \in K |-> SelectSeq([j \in 1..(IF bCuts[i] > lo THEN bCuts[i]-lo ELSE 0) |-> lo+j], LAMBDA o : KeyOf[o] = k)]
           a  == [k \in K |-> x.st[LOf(k)].A \o rs[k]]
           TwoS(k) == x.st[LOf(k)].S \o (IF rs[k] = <<>> THEN <<>> ELSE (IF Direct THEN rs[k] ELSE <<>>) \o <<10 + Len(a[k])>>)
           ms == [k \in K |-> IF rs[k] = <<>> THEN <<>> ELSE IF Two THEN <<TwoS(k)>> ELSE [j \in 1..Len(rs[k]) |-> <<rs[k][j]>>] \o << <<0>> \o a[k] >>]
           B(k) == x.st[ROf(k)].B[k] \o ms[k]
           S(k) == x.st[LOf(k)].S \o rs[k]
           R(k) == x.st[LOf(k)].R \o ms[3-k]
           act(k) == rs[k] # <<>> \/ rs[3-k] # <<>>
       IN IF Cyc
          THEN [st |-> [l \in Lanes |-> IF l \in LL THEN [A |-> a[KOf(l)], S |-> S(KOf(l)), R |-> R(KOf(l))]
                          ELSE [B |-> [k \in K |-> IF ROf(k) = l THEN B(k) ELSE <<>>],
                                D |-> [k \in K |-> IF ROf(k) = l THEN x.st[l].D[k] + (IF act(k) THEN 1 ELSE 0) ELSE 0]]],
                out |-> [k \in K |-> IF act(k) THEN Append(x.out[k], <<k,S(k),R(k)>>) ELSE x.out[k]]]
          ELSE [st |-> [l \in Lanes |-> IF l \in LL THEN [A |-> a[KOf(l)], S |-> IF Two THEN TwoS(KOf(l)) ELSE <<>>, R |-> <<>>]
                          ELSE [B |-> [k \in K |-> IF ROf(k) = l THEN B(k) ELSE <<>>], D |-> [k \in K |-> 0]]],
                out |-> [k \in K |-> x.out[k] \o [j \in 1..Len(ms[k]) |-> <<k,ms[k][j]>>]]]
(* (a) (b) (d): what is committed is exactly the serial run up to the committed offset *)
InvCommitted == /\ bOff = (IF bCuts = <<>> THEN 0 ELSE bCuts[Len(bCuts)])
                /\ LET x == Exp(Len(bCuts)) IN bOut = x.out /\ bLog = x.st
(* (d): a running process's RocksDB is the replay of the changelog up to what it believes applied *)
InvRocks == (mode = "run" /\ phase # "committed" /\ txnSt # "done") => rocks = Exp(applied).st
(* (e): nobody that has left n, or gone on to n+1, holds work of n *)
InvIsolated == mode = "run" => \A l \in Lanes : (l \in left[Slot(Old)] \/ laneEp[l] > Old) =>
                 /\ busy[l] = <<>> \/ busy[l][1] # Slot(Old)
                 /\ \A e \in StageE(l) : inbox[Slot(Old)][e][l] = <<>>
InvCompleteIsZero == (mode = "run" /\ EpochComplete) => \A e \in E \cup {"c1","c2"} : Cnt(Slot(Old),e) = 0
(* complete stays complete: no counter rises again *)
Stable == [][(mode = "run" /\ mode' = "run" /\ applied' = applied /\ faults' = faults) =>
               \A e \in E : Closed(Old,e) => Closed(Old,e)']_vars
Live == <>[]Finished
(* not an invariant, a question: does a lane of L ever run n+1 while another lane of L still has source work of n? *)
NeverAhead == ~(mode = "run" /\ isCut /\ \E l \in LL : laneEp[l] > Old /\ Cnt(Slot(Old),"src") > 0)
=============================================================================
