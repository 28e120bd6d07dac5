int f(int a,int k){int x=1,i=0,z=0; if(a)x++; do{}while(++i<k); if(k){x=31;z++;} if(k){x=31;z++;} return x^z;}
